import { ActionIcon, Button, SegmentedControl, Select, TextInput, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconKeyboard, IconPlus, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../components/page/tool-button.tsx';
import type { Lane } from './calendar.ts';
import { addDays } from './shop-time.ts';
import { type Address, periodOf, statusFilters, type View, views } from './use-address.ts';
import { useCalendarFormats } from './use-calendar-formats.ts';

interface ToolbarProps {
  address: Address;
  lanes: Lane[];
  onBook(): void;
  onHelp(): void;
}

/** The period with its arrows, the views, filters, and the button that books. */
export function Toolbar({ address, lanes, onBook, onHelp }: ToolbarProps) {
  const { t } = useTranslation('calendar');
  const { view, change } = address;
  const title = usePeriodTitle(address);
  return (
    <div className="ca-bar">
      <Title order={1}>{title}</Title>
      <PeriodButtons address={address} />
      <SegmentedControl
        size="xs"
        aria-label={t('views.label')}
        data={views.map((each) => ({ value: each, label: t(`views.${each}`) }))}
        value={view}
        onChange={(next) => change({ view: next as View })}
      />
      <Filters address={address} lanes={lanes} />
      <ToolButton label={t('keys.title')} onClick={onHelp} visibleFrom="sm">
        <IconKeyboard size={19} aria-hidden />
      </ToolButton>
      <Button size="sm" leftSection={<IconPlus size={17} aria-hidden />} onClick={onBook}>
        {t('book.open')}
      </Button>
    </div>
  );
}

/** What days are shown, in words. */
export function usePeriodTitle(address: Address): string {
  const { t } = useTranslation('calendar');
  const { fullDay, days } = useCalendarFormats();
  const { view, text, date } = address;
  const { from, days: count } = periodOf(address);
  if (view === 'list') return text === '' ? t('fromDay', { day: days(date, date) }) : t('found', { text });
  return view === 'day' ? fullDay(date) : days(from, addDays(from, count - 1));
}

function PeriodButtons({ address: { view, change, step } }: { address: Address }) {
  const { t } = useTranslation('calendar');
  const unit = view === 'day' ? 'day' : 'week';
  return (
    <div className="ca-nav">
      <ActionIcon variant="default" size={30} aria-label={t(`step.${unit}Before`)} onClick={() => step(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="xs" onClick={() => change({ date: null })}>
        {t('today')}
      </Button>
      <ActionIcon variant="default" size={30} aria-label={t(`step.${unit}After`)} onClick={() => step(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Filters({ address: { view, agent, status, text, change }, lanes }: Pick<ToolbarProps, 'address' | 'lanes'>) {
  const { t } = useTranslation('calendar');
  return (
    <>
      {lanes.length > 1 && (
        <Select
          size="xs"
          w={150}
          aria-label={t('filters.agent')}
          placeholder={t('filters.allAgents')}
          clearable
          data={lanes.map(({ id, name }) => ({ value: id, label: name }))}
          value={agent}
          onChange={(next) => change({ agent: next })}
        />
      )}
      <Select
        size="xs"
        w={150}
        className="ca-status-filter"
        aria-label={t('filters.status')}
        allowDeselect={false}
        data={statusFilters.map((each) => ({
          value: each,
          label: each === 'held' || each === 'all' ? t(`filters.${each}`) : t(`statuses.${each}`),
        }))}
        value={status}
        onChange={(next) => change({ status: next === 'held' ? null : next })}
      />
      {view === 'list' && (
        <TextInput
          size="xs"
          type="search"
          className="ca-search"
          maxLength={200}
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('filters.search')}
          placeholder={t('filters.search')}
          defaultValue={text}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      )}
    </>
  );
}
