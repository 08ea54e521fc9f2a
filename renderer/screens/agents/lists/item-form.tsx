import { FileInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../../api/client.ts';
import type { Form } from '../../../components/form/form.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { PriceField } from '../price-field.tsx';
import type { CatalogItem } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import type { FormProps } from './editable-list.tsx';
import { InlineForm } from './inline-form.tsx';

interface Fields {
  name: string;
  price: number | null;
  category: string;
  description: string;
  picture: File | null;
}

/** Creates or changes a product and its picture. */
export function ItemForm({ entry, onDone, agentId }: FormProps<CatalogItem> & { agentId: string }) {
  const { t } = useTranslation('agents');
  const { form, begun } = useBegunForm<Fields>(`item.${agentId}.${entry?.id ?? 'new'}`, {
    name: entry?.name ?? '',
    price: entry?.price ?? null,
    category: entry?.category ?? '',
    description: entry?.description ?? '',
    picture: null,
  });
  const end = () => {
    begun.forget();
    onDone();
  };
  const { name, price } = form.values;
  const save = useItemSave(agentId, entry);
  const onSave = () => {
    if (price === null) return;
    save.mutate({ ...form.values, price }, { onSuccess: end, onError: (error) => form.setErrors(fieldsOf(error)) });
  };
  return (
    <InlineForm
      label={entry?.name ?? t('items.add')}
      isDirty={form.isDirty()}
      isReady={name.trim() !== '' && price !== null}
      isSaving={save.isPending}
      error={restOf(save.error, Object.keys(form.values))}
      begun={begun}
      onSave={onSave}
      onCancel={end}
    >
      <ItemFields form={form} hasPicture={Boolean(entry?.imageUrl)} />
    </InlineForm>
  );
}

/** Saves the product, then its picture. */
function useItemSave(agentId: string, entry: CatalogItem | undefined) {
  // If only the picture is rejected, the product already exists.
  const [made, setMade] = useState(entry);
  return useAgentAction(
    async ({ name, price, category, description, picture }: Fields & { price: number }) => {
      const body = { name: name.trim(), price, category: category.trim() || null, description: description.trim() };
      const saved = await (made
        ? call('updateCatalogItem', { path: { id: agentId, itemId: made.id }, body })
        : call('createCatalogItem', { path: { id: agentId }, body }));
      setMade(saved);
      if (picture) await upload('uploadCatalogItemImage', { path: { id: agentId, itemId: saved.id } }, picture);
    },
    { quiet: true },
  );
}

function ItemFields({ form, hasPicture }: { form: Form<Fields>; hasPicture: boolean }) {
  const { t } = useTranslation('agents');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('items.name')} required maxLength={150} {...form.getInputProps('name')} />
        <PriceField required {...form.getInputProps('price')} value={form.values.price} />
        <TextInput label={t('items.category')} maxLength={100} {...form.getInputProps('category')} />
        <FileInput
          label={t('items.picture')}
          placeholder={t(hasPicture ? 'items.replacePicture' : 'items.choosePicture')}
          accept="image/*"
          clearable
          clearButtonProps={{ 'aria-label': t('items.noPicture') }}
          {...form.getInputProps('picture')}
        />
      </SimpleGrid>
      <Textarea
        label={t('items.description')}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('description')}
      />
    </>
  );
}
