import { Button, Checkbox } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useIsOwner } from '../../../session.ts';
import { type Customer, customersQuery } from '../queries.ts';
import { CustomerRow } from './customer-row.tsx';
import { CustomersBulk } from './customers-bulk.tsx';
import { LoadMore } from './load-more.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { Wanted } from './views.ts';

/** The customers of a view, loaded page by page as one scrolls. */
export function CustomerTable({ wanted, onImport }: { wanted: Wanted; onImport(): void }) {
  const { t } = useTranslation('customers');
  const { number } = useFormats();
  const { search, filter } = wanted;
  const list = useInfiniteQuery({ ...customersQuery({ search, filter }), placeholderData: keepPreviousData });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setPicked((present) => {
      const next = new Set(present);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const onKeyDown = useRowKeys(toggle);
  const chosen = rows.filter(({ id }) => picked.has(id));
  const total = list.data?.pages[0]?.total ?? 0;
  if (list.error && !list.data) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.isPending) return <Loading count={10} />;
  if (rows.length === 0) return <NoCustomers isAll={search === '' && filter === ''} onImport={onImport} />;
  return (
    <>
      <p className="cu-count" aria-live="polite">
        {t('count', { count: total, shown: number(total) })}
      </p>
      <table className="cu-table" onKeyDown={onKeyDown} aria-label={t('shell:nav.customers')}>
        <Head
          rows={rows}
          picked={chosen.length}
          onPick={(all) => setPicked(new Set(all ? rows.map(({ id }) => id) : []))}
        />
        <tbody>
          {rows.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} isPicked={picked.has(customer.id)} onToggle={toggle} />
          ))}
        </tbody>
      </table>
      <LoadMore list={list} />
      {chosen.length > 0 && <CustomersBulk chosen={chosen} onClear={() => setPicked(new Set())} />}
    </>
  );
}

function Head({ rows, picked, onPick }: { rows: Customer[]; picked: number; onPick(all: boolean): void }) {
  const { t } = useTranslation('customers');
  return (
    <thead>
      <tr>
        <th className="cu-pick">
          <Checkbox
            aria-label={t('pickAll')}
            checked={picked === rows.length}
            indeterminate={picked > 0 && picked < rows.length}
            onChange={(event) => onPick(event.currentTarget.checked)}
          />
        </th>
        <th>{t('columns.name')}</th>
        <th className="cu-wide">{t('columns.phone')}</th>
        <th className="cu-wide">{t('columns.tags')}</th>
        <th>{t('columns.lastMessage')}</th>
        <th className="cu-wide">{t('columns.since')}</th>
      </tr>
    </thead>
  );
}

function NoCustomers({ isAll, onImport }: { isAll: boolean; onImport(): void }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  if (!isAll) return <Empty drawing="search" text={t('noneFound')} />;
  const action = isOwner && (
    <Button leftSection={<IconUpload size={17} aria-hidden />} onClick={onImport}>
      {t('import.action')}
    </Button>
  );
  return <Empty drawing="customers" text={t('none')} action={action} />;
}
