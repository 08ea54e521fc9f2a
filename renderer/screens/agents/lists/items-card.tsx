import { Badge, Button, Checkbox, Group, Image, Switch, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { mediaPath } from '../../../components/values/media-path.ts';
import { type CatalogItem, itemsQuery, offSaleQuery } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { useFacts } from '../use-facts.ts';
import { EditableList, type LineProps, LineText } from './editable-list.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemsBulk } from './items-bulk.tsx';
import { LineButtons } from './line-buttons.tsx';
import { ReadCatalog } from './read-catalog.tsx';

/** Products with prices; the agent quotes no others. A link with `?item=` and `?find=` opens one of them. */
export function ItemsCard({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agents');
  const [address] = useSearchParams();
  const [search, setSearch] = useState(() => address.get('find') ?? '');
  const items = useInfiniteQuery({ ...itemsQuery(agentId, search.trim()), placeholderData: keepPreviousData });
  const found = items.data?.pages.flatMap(({ data }) => data) ?? [];
  const isSearched = search.trim() !== '';
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const pick = (ids: string[], isPicked: boolean) =>
    setPicked((present) => (isPicked ? present.union(new Set(ids)) : present.difference(new Set(ids))));
  const chosen = found.filter(({ id }) => picked.has(id));
  return (
    <EditableList
      title={t('items.title')}
      intro={t('items.intro')}
      add={t('items.add')}
      none={items.isSuccess ? t(isSearched ? 'items.notFound' : 'items.none') : null}
      entries={found}
      opened={address.get('item')}
      line={(line) => (
        <Line
          {...line}
          agentId={agentId}
          isPicked={picked.has(line.entry.id)}
          onPick={(isPicked) => pick([line.entry.id], isPicked)}
        />
      )}
      form={(form) => <ItemForm key={form.entry?.id} {...form} agentId={agentId} />}
      actions={<ReadCatalog agentId={agentId} />}
      footer={
        <>
          {items.hasNextPage && (
            <Group justify="center" mt="md">
              <Button
                variant="light"
                size="xs"
                onClick={() => items.fetchNextPage()}
                loading={items.isFetchingNextPage}
              >
                {t('shell:common.more')}
              </Button>
            </Group>
          )}
          {chosen.length > 0 && <ItemsBulk agentId={agentId} chosen={chosen} onClear={() => setPicked(new Set())} />}
        </>
      }
    >
      {items.error && <Failure error={items.error} onRetry={items.refetch} />}
      <OffSale agentId={agentId} />
      {(isSearched || found.length > 0) && (
        <TextInput
          type="search"
          mb="xs"
          maw={360}
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t('items.search')}
          placeholder={t('items.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length > 1 && (
        <Checkbox
          size="sm"
          mb={4}
          label={t('items.pickAll')}
          checked={chosen.length === found.length}
          indeterminate={chosen.length > 0 && chosen.length < found.length}
          onChange={(event) =>
            pick(
              found.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
      )}
    </EditableList>
  );
}

/** How many products are not for sale, as after a menu was read, and a button that offers them all. */
function OffSale({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agents');
  const count = useQuery(offSaleQuery(agentId)).data?.total ?? 0;
  const sell = useAgentAction(() => call('setCatalogItemsActive', { path: { id: agentId }, body: { active: true } }));
  const sellAll = () =>
    sell.mutate(undefined, { onSuccess: ({ changed }) => notifyDone(t('items.sold', { count: changed })) });
  if (count === 0) return null;
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm">{t('items.off', { count })}</Text>
      <ConfirmButton
        size="xs"
        variant="light"
        color="brand"
        question={t('items.sellAllQuestion')}
        onConfirm={sellAll}
        loading={sell.isPending}
      >
        {t('items.sellAll')}
      </ConfirmButton>
    </Group>
  );
}

interface ItemLineProps extends LineProps<CatalogItem> {
  agentId: string;
  isPicked: boolean;
  onPick(isPicked: boolean): void;
}

function Line({ entry, onEdit, agentId, isPicked, onPick }: ItemLineProps) {
  const { t } = useTranslation('agents');
  const facts = useFacts();
  const { id, name, description, price, category, imageUrl, active } = entry;
  const path = { id: agentId, itemId: id };
  const remove = useAgentAction(() => call('deleteCatalogItem', { path }));
  const change = useAgentAction((isActive: boolean) => call('updateCatalogItem', { path, body: { active: isActive } }));
  const picture = ownPicture(imageUrl);
  return (
    <LineText
      title={
        <Group gap="xs" wrap="nowrap">
          <Checkbox
            size="sm"
            aria-label={t('items.pick', { name })}
            checked={isPicked}
            onChange={(event) => onPick(event.currentTarget.checked)}
          />
          {picture && <Image src={picture} alt="" w={36} h={36} radius="sm" fit="cover" />}
          <span>{`${name} · ${facts.price(price)}`}</span>
          {category !== null && (
            <Badge color="gray" variant="light" tt="none" radius="sm" style={{ flexShrink: 0 }}>
              {category}
            </Badge>
          )}
        </Group>
      }
      text={description}
      isFaint={!active}
    >
      <Switch
        size="sm"
        mr={6}
        label={t('items.active')}
        aria-label={`${t('items.active')}: ${name}`}
        checked={change.isPending ? change.variables : active}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <LineButtons
        name={name}
        onEdit={onEdit}
        deleteQuestion={t('items.deleteQuestion')}
        onDelete={() => remove.mutate()}
        isDeleting={remove.isPending}
      />
    </LineText>
  );
}

/** Path of a product's picture on this server; null for external URLs, which the console does not load. */
function ownPicture(url: string | null): string | null {
  const path = url && URL.canParse(url) ? mediaPath(url) : '';
  return path.startsWith('/media/') ? `${path}?thumbnail=true` : null;
}
