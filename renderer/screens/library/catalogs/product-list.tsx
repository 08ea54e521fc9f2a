import './catalogs.css';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { AddressSearch } from '../../../components/page/address-search.tsx';
import { Listed } from '../../../components/page/listed.tsx';
import { Pages } from '../../../components/page/pages.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { ProductLine } from './product-line.tsx';
import { productsQuery, states } from './queries.ts';

/** The items of an agent and the products at the platform, by state. */
export function ProductList({ channelId, agentId }: { channelId: string; agentId: string }) {
  const { t } = useTranslation('catalogs');
  const { filter, set } = useAddressFilter();
  const page = Number(filter.page ?? 1);
  const state = states.find((each) => each === filter.state) ?? '';
  const search = filter.search ?? '';
  const products = useQuery({
    ...productsQuery({ channelId, sourceAiAgentId: agentId, page, state, search }),
    placeholderData: keepPreviousData,
  });
  const { total = 0, limit = 1 } = products.data ?? {};
  const isFiltered = state !== '' || search !== '';
  const action = (
    <Button component={Link} href={`/agents/${agentId}/offers`}>
      {t('addItems')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <StateFilter state={state} counts={products.data?.counts} onChange={(next) => set('state', next)} />
        <AddressSearch label={t('search')} value={search} onChange={(text) => set('search', text)} />
      </Group>
      <Listed
        query={products}
        empty={
          isFiltered ? (
            <Empty drawing="search" text={t('noneFound')} />
          ) : (
            <Empty drawing="library" text={t('noItems')} action={action} />
          )
        }
        line={(entry) => (
          <ProductLine key={entry.item?.id ?? entry.product?.retailerId} entry={entry} agentId={agentId} />
        )}
      />
      <Pages total={total} limit={limit} page={page} onChange={(next) => set('page', String(next))} />
    </>
  );
}

interface StateFilterProps {
  state: string;
  counts: Record<(typeof states)[number], number> | undefined;
  onChange(state: string | null): void;
}

/** One button for each state that occurs. */
function StateFilter({ state, counts, onChange }: StateFilterProps) {
  const { t } = useTranslation('catalogs');
  const { number } = useFormats();
  if (!counts) return <div />;
  const total = states.reduce((sum, each) => sum + counts[each], 0);
  const shown = states.filter((each) => counts[each] > 0 || each === state);
  const options = [{ name: '', count: total }, ...shown.map((each) => ({ name: each as string, count: counts[each] }))];
  return (
    <fieldset className="ca-states" aria-label={t('filter')}>
      {options.map(({ name, count }) => (
        <Button
          key={name}
          size="xs"
          radius="xl"
          variant={name === state ? 'light' : 'default'}
          aria-pressed={name === state}
          onClick={() => onChange(name === '' ? null : name)}
        >
          {`${t(name === '' ? 'all' : `states.${name}`)} ${number(count)}`}
        </Button>
      ))}
    </fieldset>
  );
}
