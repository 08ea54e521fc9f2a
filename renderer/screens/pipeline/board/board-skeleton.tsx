import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const cardsOf = [3, 2, 4, 2, 1];

/** The shape of a board. */
export function BoardSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="pl fd-loading" role="status" aria-label={t('common.loading')}>
      <div className="pl-main">
        <Skeleton h={28} w={220} m={16} />
        <div className="pl-board pl-skeleton">
          {cardsOf.map((count, column) => (
            <div key={column}>
              <Skeleton h={20} w="60%" mb={12} />
              {[...Array(count).keys()].map((card) => (
                <Skeleton key={card} h={84} mb={8} radius={10} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
