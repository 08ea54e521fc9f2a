import { ActionIcon, Center, Group, Title, Tooltip } from '@mantine/core';
import { IconKeyboard, IconMessagePlus } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Empty } from '../../../components/page/page.tsx';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useChannels, useStages } from '../use-lists.ts';
import type { ListFilter, useConversationList } from './conversation-list.ts';
import { ConversationRow } from './conversation-row.tsx';
import { ListFilters } from './list-filters.tsx';

interface ListPaneProps {
  list: ReturnType<typeof useConversationList>;
  filter: ListFilter;
  openId: string | null;
  /** Row under the keyboard cursor. */
  cursorId: string | null;
  searchRef: RefObject<HTMLInputElement | null>;
  onFilter(filter: ListFilter): void;
  onMove(step: 1 | -1): void;
  onNew(): void;
  onShortcuts(): void;
}

const rowHeight = 64;
/** Rows before the end at which the next page is fetched. */
const lookAhead = 40;

export function ListPane({
  list,
  filter,
  openId,
  cursorId,
  searchRef,
  onFilter,
  onMove,
  onNew,
  onShortcuts,
}: ListPaneProps) {
  const { t } = useTranslation('inbox');
  return (
    <section className="ib-list" aria-label={t('list.title')}>
      <Group justify="space-between" wrap="nowrap" px="sm" pt="sm" pb={6}>
        <Title order={2} size="h3">
          {t('list.title')}
        </Title>
        <Group gap={4}>
          <ToolButton label={t('shortcuts.title')} onClick={onShortcuts} visibleFrom="xs">
            <IconKeyboard size={20} aria-hidden />
          </ToolButton>
          <Tooltip label={t('new.title')}>
            <ActionIcon size="lg" aria-label={t('new.title')} onClick={onNew}>
              <IconMessagePlus size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <ListFilters filter={filter} onChange={onFilter} searchRef={searchRef} />
      <Rows list={list} openId={openId} cursorId={cursorId} onMove={onMove} empty={emptyOf(filter)} />
    </section>
  );
}

/** Which sentence stands in an empty list. */
function emptyOf({ view, ...filter }: ListFilter): 'none' | 'noneFound' | 'noneWaiting' | 'noneMine' {
  if (Object.values(filter).some((value) => value !== '')) return 'noneFound';
  return view === 'all' ? 'none' : view === 'mine' ? 'noneMine' : 'noneWaiting';
}

interface RowsProps extends Pick<ListPaneProps, 'list' | 'openId' | 'cursorId' | 'onMove'> {
  empty: ReturnType<typeof emptyOf>;
}

function Rows({ list, openId, cursorId, onMove, empty }: RowsProps) {
  const { t } = useTranslation('inbox');
  const rows = useRef<VListHandle>(null);
  const channels = useChannels();
  const stages = useStages();
  const channelNames = useMemo(() => new Map(channels.map(({ id, name }) => [id, name])), [channels]);
  const stagesById = useMemo(() => new Map(stages.map((stage) => [stage.id, stage])), [stages]);
  const { data, loadMore } = list;
  const items = data?.items ?? [];
  useFollowCursor(rows, items, cursorId);

  if (list.error && !data) return <Failure error={list.error} onRetry={list.refetch} />;
  if (!data) {
    return (
      <Center py="xl">
        <Loading size="sm" />
      </Center>
    );
  }
  if (items.length === 0) return <Empty text={t(`list.${empty}`)} />;
  const onScroll = () => {
    const handle = rows.current;
    if (!handle) return;
    if (handle.findItemIndex(handle.scrollOffset + handle.viewportSize) > items.length - lookAhead) loadMore();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onMove(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <VList
      ref={rows}
      className="ib-rows"
      itemSize={rowHeight}
      bufferSize={400}
      data={items}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      {(conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          match={data.matches.get(conversation.id) ?? null}
          channel={channelNames.size > 1 ? (channelNames.get(conversation.channelId) ?? null) : null}
          stage={(conversation.stageId && stagesById.get(conversation.stageId)) || null}
          isOpen={conversation.id === openId}
        />
      )}
    </VList>
  );
}

/** Scrolls to the row under the keyboard cursor and focuses it. */
function useFollowCursor(rows: RefObject<VListHandle | null>, items: { id: string }[], cursorId: string | null): void {
  const latest = useRef(items);
  latest.current = items;
  useEffect(() => {
    if (cursorId === null) return;
    const index = latest.current.findIndex(({ id }) => id === cursorId);
    if (index < 0) return;
    rows.current?.scrollToIndex(index, { align: 'nearest' });
    const focus = () => {
      const row = document.querySelector<HTMLElement>(`.ib-row[data-id="${cursorId}"]`);
      row?.focus({ preventScroll: true });
      return row !== null;
    };
    // A row outside the viewport is rendered in the next frame.
    if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
  }, [rows, cursorId]);
}
