import { Button, Menu, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import { useTags } from '../queries.ts';
import { plainTerms, type Wanted } from './views.ts';

const typingPauseMs = 180;

/** Search, and filters as chips that can be taken away. */
export function FilterBar({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('customers');
  const nameOf = useTermNames();
  const { terms, setTerms, isLeads } = wanted;
  return (
    <div className="cu-bar">
      <Search key={wanted.isLeads ? 'leads' : 'customers'} wanted={wanted} />
      {!isLeads && <AddFilter terms={terms} onAdd={(term) => setTerms([...terms, term])} />}
      {terms.map((term) => (
        <Pill
          key={term}
          size="md"
          withRemoveButton
          onRemove={() => setTerms(terms.filter((other) => other !== term))}
          removeButtonProps={{
            'aria-label': t('filters.remove', { name: nameOf(term) }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {nameOf(term)}
        </Pill>
      ))}
    </div>
  );
}

function Search({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('customers');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(wanted.search);
  const search = useDebouncedCallback((text: string) => wanted.setSearch(text.trim()), typingPauseMs);
  // A tab, or a way back in the history, changes the search too.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(wanted.search);
  }, [wanted.search]);
  useHotkeys([['/', () => field.current?.select()]]);
  const label = t(wanted.isLeads ? 'searchLeads' : 'search');
  return (
    <TextInput
      ref={field}
      className="cu-search"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.cu-table .cu-name')?.focus();
      }}
    />
  );
}

function AddFilter({ terms, onAdd }: { terms: string[]; onAdd(term: string): void }) {
  const { t } = useTranslation('customers');
  const nameOf = useTermNames();
  const tags = useTags();
  const offered = plainTerms.filter((term) => !terms.includes(term));
  const offeredTags = tags.filter(({ name }) => !terms.includes(`tag:${name}`));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
          {t('filters.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {offered.map((term) => (
          <Menu.Item key={term} onClick={() => onAdd(term)}>
            {nameOf(term)}
          </Menu.Item>
        ))}
        {offeredTags.length > 0 && <Menu.Divider />}
        {offeredTags.map(({ name, count }) => (
          <Menu.Item
            key={name}
            onClick={() => onAdd(`tag:${name}`)}
            rightSection={<span className="cu-dim fd-figures">{count}</span>}
          >
            {nameOf(`tag:${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The words for a term of a filter. */
function useTermNames(): (term: string) => string {
  const { t } = useTranslation('customers');
  return (term) => {
    const at = term.indexOf(':');
    const [key, value] = at < 0 ? [term, ''] : [term.slice(0, at), term.slice(at + 1)];
    if (key === 'newDays') return t('filters.newDays', { count: Number(value) });
    return at < 0 ? t(`filters.${term as 'buyer'}`) : t(`filters.${key as 'tag'}`, { name: value });
  };
}
