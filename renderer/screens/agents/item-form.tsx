import { FileInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../api/client.ts';
import type { FormProps } from './editable-list.tsx';
import { InlineForm } from './inline-form.tsx';
import { PriceField } from './number-field.tsx';
import type { CatalogItem } from './queries.ts';
import { useAgentAction } from './use-agent-action.ts';

/** Makes or changes a product, and its picture. */
export function ItemForm({ entry, onDone, agentId }: FormProps<CatalogItem> & { agentId: string }) {
  const { t } = useTranslation('agents');
  const [first] = useState(() => ({
    name: entry?.name ?? '',
    price: entry?.price ?? null,
    category: entry?.category ?? '',
    description: entry?.description ?? '',
  }));
  const [draft, setDraft] = useState(first);
  const [picture, setPicture] = useState<File | null>(null);
  // Where only the picture was refused, the item is there already.
  const [made, setMade] = useState(entry);
  const change = (changes: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = useAgentAction(
    async (price: number) => {
      const body = {
        name: draft.name.trim(),
        price,
        category: draft.category.trim() || null,
        description: draft.description.trim(),
      };
      const saved = await (made
        ? call('updateCatalogItem', { path: { id: agentId, itemId: made.id }, body })
        : call('createCatalogItem', { path: { id: agentId }, body }));
      setMade(saved);
      if (picture) await upload('uploadCatalogItemImage', { path: { id: agentId, itemId: saved.id } }, picture);
    },
    { quiet: true },
  );
  return (
    <InlineForm
      label={entry?.name ?? t('items.add')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first) || picture !== null}
      isReady={draft.name.trim() !== '' && draft.price !== null}
      isSaving={save.isPending}
      error={save.error}
      onSave={() => draft.price !== null && save.mutate(draft.price, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('items.name')}
          required
          maxLength={150}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <PriceField required value={draft.price} onChange={(price) => change({ price })} />
        <TextInput
          label={t('items.category')}
          maxLength={100}
          value={draft.category}
          onChange={(event) => change({ category: event.currentTarget.value })}
        />
        <FileInput
          label={t('items.picture')}
          placeholder={t(entry?.imageUrl ? 'items.replacePicture' : 'items.choosePicture')}
          accept="image/*"
          clearable
          clearButtonProps={{ 'aria-label': t('items.noPicture') }}
          value={picture}
          onChange={setPicture}
        />
      </SimpleGrid>
      <Textarea
        label={t('items.description')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </InlineForm>
  );
}
