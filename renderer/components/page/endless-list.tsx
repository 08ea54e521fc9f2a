import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../feedback/failure.tsx';
import { Loading } from '../feedback/loading.tsx';

interface EndlessListProps<Item> {
  list: UseInfiniteQueryResult;
  items: Item[];
  /** Shown when the list is empty. */
  empty: ReactNode;
  line(item: Item): ReactNode;
}

/** A list loaded page by page. */
export function EndlessList<Item>({ list, items, empty, line }: EndlessListProps<Item>) {
  const { t } = useTranslation();
  return (
    <>
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data !== undefined && items.length === 0 && empty}
      {items.length > 0 && <ul className="fd-list">{items.map(line)}</ul>}
      {list.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
            {t('common.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
