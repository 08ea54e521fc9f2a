import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/form/date-field.tsx';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { statuses } from '../order.ts';

const sources = ['BOT', 'DASHBOARD', 'API', 'IMPORT'] as const;
const filters = ['search', 'status', 'source', 'dateFrom', 'dateTo'];

/** What narrows the list; all of it is in the URL. */
export function ListFilters() {
  const { t } = useTranslation('orders');
  const { filter, set, choiceOf } = useAddressFilter();
  const isNarrowed = filters.some((name) => filter[name] !== undefined);
  // What is being typed goes too.
  const [round, setRound] = useState(0);
  const clear = () => {
    for (const name of filters) set(name, null);
    setRound(round + 1);
  };
  const day = (name: 'dateFrom' | 'dateTo') => ({
    value: filter[name] ?? '',
    onChange: (date: string) => set(name, date),
  });
  return (
    <div className="or-filters">
      <Search key={round} />
      <MultiSelect
        label={t('list.status')}
        placeholder={filter.status ? undefined : t('list.any')}
        data={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={filter.status?.split(',') ?? []}
        onChange={(chosen) => set('status', chosen.join(','))}
        clearable
      />
      <Select
        {...choiceOf('source', t('list.any'))}
        label={t('list.source')}
        data={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      <DateField {...day('dateFrom')} label={t('list.from')} />
      <DateField {...day('dateTo')} label={t('list.to')} />
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={clear} style={{ justifySelf: 'start' }}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  );
}

const typingPauseMs = 200;

/** `/` begins to type. */
function Search() {
  const { t } = useTranslation('orders');
  const { filter, set } = useAddressFilter();
  const [text, setText] = useState(filter.search ?? '');
  const input = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((typed: string) => set('search', typed.trim()), typingPauseMs);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      label={t('shell:common.search')}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={17} aria-hidden />}
      type="search"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
