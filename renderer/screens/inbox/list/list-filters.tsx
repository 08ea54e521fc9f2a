import {
  ActionIcon,
  Button,
  Checkbox,
  Indicator,
  Popover,
  Select,
  Stack,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { DateField } from '../../../components/form/date-field.tsx';
import { StagesDialog } from '../stages-dialog.tsx';
import { useChannels, useStages } from '../use-lists.ts';
import { type ListFilter, type View, views } from './conversation-list.ts';

interface FiltersProps {
  filter: ListFilter;
  onChange(filter: ListFilter): void;
}

export const states = ['ACTIVE', 'HANDED_OFF', 'SNOOZED', 'RESOLVED'] as const;
/** Search debounce: fast enough to feel immediate, without a request per letter. */
const typingPauseMs = 180;

/** Search, tabs by view, and further filters behind a button. */
export function ListFilters({
  filter,
  onChange,
  searchRef,
}: FiltersProps & { searchRef: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('inbox');
  const [typed, setTyped] = useState(filter.search);
  const search = useDebouncedCallback((text: string) => onChange({ ...filter, search: text.trim() }), typingPauseMs);
  return (
    <>
      <div className="ib-search">
        <TextInput
          ref={searchRef}
          type="search"
          size="sm"
          aria-label={t('list.search')}
          placeholder={t('list.find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            search(value);
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <MoreFilters filter={filter} onChange={onChange} />
      </div>
      <ViewTabs filter={filter} onChange={onChange} />
    </>
  );
}

function ViewTabs({ filter, onChange }: FiltersProps) {
  const { t, i18n } = useTranslation('inbox');
  const { data: queue } = useQuery(operationQuery('getConversationQueue'));
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact' });
  const countOf = (view: View) => (view === 'all' ? 0 : (queue?.[view] ?? 0));
  const isCalled = (view: View) => (view === 'waiting' ? queue?.waiting : view === 'mine' && queue?.mineWaiting);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div className="ib-tabs" role="group" aria-label={t('list.views')}>
      {views.map((view) => (
        <UnstyledButton
          key={view}
          className="ib-tab"
          aria-pressed={filter.view === view}
          onClick={() => onChange({ ...filter, view })}
        >
          {t(`views.${view}`)}
          {countOf(view) > 0 && (
            <span className="ib-tab-count" data-called={Boolean(isCalled(view)) || undefined}>
              {short.format(countOf(view))}
            </span>
          )}
        </UnstyledButton>
      ))}
    </div>
  );
}

function MoreFilters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('inbox');
  const channels = useChannels();
  const [isOpen, setIsOpen] = useState(false);
  const [isManaging, manager] = useDisclosure(false);
  const manage = () => {
    setIsOpen(false);
    manager.open();
  };
  const { state, channelId, stageId, assignee, dateFrom, dateTo } = filter;
  const inUse = [state, channelId, stageId, assignee, dateFrom + dateTo].filter((value) => value !== '').length;
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus shadow="md">
        <Indicator label={inUse} size={16} disabled={inUse === 0}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={t('list.filters')}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconAdjustmentsHorizontal size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown w={280} aria-label={t('list.filters')}>
          <Stack gap="sm">
            <Select
              label={t('list.state')}
              placeholder={t('list.anyState')}
              data={states.map((each) => ({ value: each, label: t(`filterStates.${each}`) }))}
              value={state || null}
              onChange={(chosen) => onChange({ ...filter, view: 'all', state: chosen ?? '' })}
              clearable
              comboboxProps={{ withinPortal: false }}
              clearButtonProps={{ 'aria-label': t('list.clear') }}
            />
            <Select
              label={t('list.channel')}
              placeholder={t('list.anyChannel')}
              data={channels.map(({ id, name }) => ({ value: id, label: name }))}
              value={channelId || null}
              onChange={(chosen) => onChange({ ...filter, channelId: chosen ?? '' })}
              clearable
              comboboxProps={{ withinPortal: false }}
              clearButtonProps={{ 'aria-label': t('list.clear') }}
            />
            <StageFilter filter={filter} onChange={onChange} />
            <DateField
              label={t('list.dateFrom')}
              value={dateFrom}
              onChange={(day) => onChange({ ...filter, dateFrom: day })}
            />
            <DateField
              label={t('list.dateTo')}
              value={dateTo}
              onChange={(day) => onChange({ ...filter, dateTo: day })}
            />
            <Checkbox
              label={t('list.unassigned')}
              checked={assignee === 'none'}
              onChange={({ currentTarget: { checked } }) => onChange({ ...filter, assignee: checked ? 'none' : '' })}
            />
            <Button variant="subtle" size="compact-sm" onClick={manage}>
              {t('stages.manage')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <StagesDialog opened={isManaging} onClose={manager.close} />
    </>
  );
}

function StageFilter({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('inbox');
  const stages = useStages();
  if (stages.length === 0) return null;
  return (
    <Select
      label={t('list.stage')}
      placeholder={t('list.anyStage')}
      data={stages.map(({ id, name }) => ({ value: id, label: name }))}
      value={filter.stageId || null}
      onChange={(stageId) => onChange({ ...filter, stageId: stageId ?? '' })}
      clearable
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('list.clear') }}
    />
  );
}
