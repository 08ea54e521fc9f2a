import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Loads the next page when the end of a list comes into sight; the button is for keyboards. */
export function LoadMore({ list }: { list: UseInfiniteQueryResult }) {
  const { t } = useTranslation();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching) fetchNextPage();
  }, [isNear, hasNextPage, isFetching, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={ref} className="cu-more">
      <Button variant="default" onClick={() => fetchNextPage()} loading={list.isFetchingNextPage}>
        {t('common.more')}
      </Button>
    </div>
  );
}
