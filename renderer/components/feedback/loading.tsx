import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What the data will look like once they are there. */
export type Shape = 'page' | 'list' | 'figures' | 'form';

interface LoadingProps {
  shape?: Shape;
  /** Lines of a list, figures or fields. */
  count?: number;
  /** `sm`: inside a pane or a card. */
  size?: 'sm' | 'md';
}

const widths = ['38%', '52%', '30%', '45%', '34%'];

/** Stands where data will be: their shape in grey, after 150 ms, announced to screen readers. */
export function Loading({ shape = 'list', count, size = 'md' }: LoadingProps) {
  const { t } = useTranslation();
  const Show = shapes[shape];
  return (
    <div className="fd-loading" role="status" aria-label={t('shell:common.loading')}>
      <Show count={count ?? (size === 'sm' ? 2 : 5)} />
    </div>
  );
}

const indexes = (count: number): number[] => [...Array(count).keys()];

const List = ({ count }: { count: number }) => (
  <>
    {indexes(count).map((index) => (
      <div key={index} className="fd-loading-line">
        <Skeleton h={12} w={widths[index % widths.length]} />
        <Skeleton h={12} w={72} ml="auto" />
      </div>
    ))}
  </>
);

const Figures = ({ count }: { count: number }) => (
  <div className="fd-loading-figures">
    {indexes(count).map((index) => (
      <div key={index}>
        <Skeleton h={12} w="60%" mb={8} />
        <Skeleton h={28} w="40%" />
      </div>
    ))}
  </div>
);

const Form = ({ count }: { count: number }) => (
  <>
    {indexes(count).map((index) => (
      <div key={index} className="fd-loading-field">
        <Skeleton h={12} w={120} mb={8} />
        <Skeleton h={36} />
      </div>
    ))}
  </>
);

const Page = ({ count }: { count: number }) => (
  <div className="fd-page">
    <Skeleton h={28} w={220} mb={8} />
    <Skeleton h={12} w="45%" mb={24} />
    <List count={count} />
  </div>
);

const shapes = { page: Page, list: List, figures: Figures, form: Form } satisfies Record<Shape, unknown>;
