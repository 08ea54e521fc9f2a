import { Button, Group, Skeleton } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../feedback/failure.tsx';
import { Card, Empty } from './page.tsx';

interface EndlessListProps<Item> {
  list: UseInfiniteQueryResult;
  items: Item[];
  /** Shown when the list is empty. */
  empty: string;
  line(item: Item): ReactNode;
}

/** A list loaded page by page. */
export function EndlessList<Item>({ list, items, empty, line }: EndlessListProps<Item>) {
  const { t } = useTranslation();
  return (
    <>
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      <Card>
        {list.isPending && <Skeleton h={64} />}
        {list.data !== undefined && items.length === 0 && <Empty text={empty} />}
        {items.length > 0 && <ul className="fd-list">{items.map(line)}</ul>}
        {list.hasNextPage && (
          <Group justify="center" mt="sm">
            <Button variant="default" onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
              {t('common.more')}
            </Button>
          </Group>
        )}
      </Card>
    </>
  );
}
