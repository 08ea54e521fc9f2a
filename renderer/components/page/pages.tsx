import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PagesProps {
  /** Entries in all. */
  total: number;
  /** Entries a page. */
  limit: number;
  page: number;
  onChange(page: number): void;
}

/** The pages of a list; nothing where one page holds all of it. */
export function Pages({ total, limit, page, onChange }: PagesProps) {
  const { t } = useTranslation();
  if (total <= limit) return null;
  return (
    <Pagination
      mt="md"
      total={Math.ceil(total / limit)}
      value={page}
      onChange={onChange}
      getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
      getItemProps={(number) => ({ 'aria-label': t('pages.page', { number }) })}
    />
  );
}
