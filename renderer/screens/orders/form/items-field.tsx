import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { type ItemFields, newItem } from './order-fields.ts';

interface ItemsFieldProps {
  agentId: string;
  items: ItemFields[];
  error: string | undefined;
  onChange(items: ItemFields[]): void;
}

/** The items of an order: found in the agent's catalog by typing, or named freely. */
export function ItemsField({ agentId, items, error, onChange }: ItemsFieldProps) {
  const { t } = useTranslation('orders');
  const add = (item: ItemFields) => {
    const same = items.find((one) => item.catalogItemId !== null && one.catalogItemId === item.catalogItemId);
    if (!same) onChange([...items, item]);
    else onChange(items.map((one) => (one === same ? { ...one, quantity: (one.quantity ?? 0) + 1 } : one)));
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('form.items')}>
      <ul className="or-items">
        {items.map((item) => (
          <ItemLine
            key={item.key}
            item={item}
            onChange={(changed) => onChange(items.map((one) => (one.key === item.key ? changed : one)))}
            onRemove={() => onChange(items.filter(({ key }) => key !== item.key))}
          />
        ))}
      </ul>
      <AddItem agentId={agentId} error={error} onAdd={add} />
    </Stack>
  );
}

interface ItemLineProps {
  item: ItemFields;
  onChange(item: ItemFields): void;
  onRemove(): void;
}

const largestPrice = 9_999_999;

function ItemLine({ item, onChange, onRemove }: ItemLineProps) {
  const { t } = useTranslation('orders');
  const { name } = item;
  return (
    <li className="or-item">
      <NumberField
        aria-label={t('form.quantityOf', { name })}
        className="or-quantity"
        min={0}
        max={1_000_000}
        decimals={3}
        value={item.quantity}
        onChange={(quantity) => onChange({ ...item, quantity })}
      />
      <Text size="sm" fw={600} className="or-item-name">
        {name}
      </Text>
      <NumberField
        aria-label={t('form.priceOf', { name })}
        className="or-price"
        min={0}
        max={largestPrice}
        decimals={2}
        isPrice
        value={item.unitPrice}
        onChange={(unitPrice) => onChange({ ...item, unitPrice })}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onRemove} aria-label={t('form.remove', { name })}>
        <IconX size={17} aria-hidden />
      </ActionIcon>
      <TextInput
        className="or-item-note"
        size="xs"
        variant="unstyled"
        aria-label={t('form.itemNote', { name })}
        placeholder={t('form.itemNotePlaceholder')}
        maxLength={500}
        value={item.notes ?? ''}
        onChange={(event) => onChange({ ...item, notes: event.currentTarget.value })}
      />
    </li>
  );
}

type CatalogItem = Result<'listCatalogItems'>['data'][number];
/** What the typed text can become: an item of the catalog, or one of that name without a price. */
type Found = Pick<CatalogItem, 'id' | 'name' | 'price' | 'category'> | { id: 'free'; name: string };

const typingPauseMs = 120;
const mostShown = 8;

function AddItem({
  agentId,
  error,
  onAdd,
}: Pick<ItemsFieldProps, 'agentId' | 'error'> & { onAdd(item: ItemFields): void }) {
  const { t } = useTranslation('orders');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const { data, isPlaceholderData } = useQuery({
    ...operationQuery('listCatalogItems', { path: { id: agentId }, query: { search, active: true, limit: mostShown } }),
    enabled: agentId !== '',
    placeholderData: keepPreviousData,
  });
  const name = text.trim();
  // Enter takes the first one, so nothing is offered until the catalog has answered what is typed.
  const isAnswered = name !== '' && name === search && data !== undefined && !isPlaceholderData;
  const items: Found[] = isAnswered ? [...data.data, { id: 'free', name }] : [];
  const choose = (found: Found) => {
    const isFree = !('price' in found);
    onAdd(
      newItem({
        name: found.name,
        unitPrice: isFree ? null : found.price,
        catalogItemId: isFree ? null : found.id,
      }),
    );
    setText('');
  };
  return (
    <SuggestField
      label={t('form.find')}
      description={t('form.findHelp')}
      value={text}
      onChange={setText}
      items={items}
      keyOf={({ id }) => id}
      show={(found) => <FoundItem found={found} />}
      onChoose={choose}
      choosesFirst
      error={error}
      maxLength={150}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}

function FoundItem({ found }: { found: Found }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { currency } = useConsole();
  if (!('price' in found)) return t('form.free', { name: found.name });
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text span size="sm">
        {found.name}
        {found.category !== null && (
          <Text span size="xs" c="dimmed" ml={8}>
            {found.category}
          </Text>
        )}
      </Text>
      <Text span size="sm" className="or-money">
        {money(found.price, currency)}
      </Text>
    </Group>
  );
}
