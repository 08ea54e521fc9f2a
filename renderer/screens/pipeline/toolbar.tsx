import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMessage, IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';
import { useAddressFilter } from '../../components/page/use-address-filter.ts';
import { PipelineMenu } from './pipeline-menu.tsx';
import { type Pipeline, sources } from './types.ts';

interface ToolbarProps {
  pipelines: Pipeline[];
  pipeline: Pipeline;
  isReport: boolean;
  canEdit: boolean;
  onNew(): void;
}

/** Above the board: which pipeline, board or report, search and filters, and a new card. */
export function Toolbar({ pipelines, pipeline, isReport, canEdit, onNew }: ToolbarProps) {
  const { t } = useTranslation('pipeline');
  const { set } = useAddressFilter();
  return (
    <div className="pl-toolbar">
      <PipelineMenu pipelines={pipelines} pipeline={pipeline} canEdit={canEdit} />
      <SegmentedControl
        size="xs"
        aria-label={t('view.label')}
        value={isReport ? 'report' : 'board'}
        onChange={(view) => set('report', view === 'report' ? '1' : null)}
        data={[
          { value: 'board', label: t('view.board') },
          { value: 'report', label: t('view.report') },
        ]}
      />
      {!isReport && <Filters />}
      <Button size="xs" className="pl-new" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
        {t('card.new')}
      </Button>
    </div>
  );
}

const typingPauseMs = 180;

function Filters() {
  const { t } = useTranslation('pipeline');
  const { filter, set } = useAddressFilter();
  const { search = '', unread, source } = filter;
  return (
    <div className="pl-filters">
      <Search text={search} onChange={(text) => set('search', text)} />
      <Button
        size="xs"
        variant={unread ? 'light' : 'default'}
        aria-pressed={unread !== undefined}
        leftSection={<IconMessage size={16} aria-hidden />}
        onClick={() => set('unread', unread ? null : '1')}
      >
        {t('filters.unread')}
      </Button>
      <Select
        size="xs"
        className="pl-source"
        aria-label={t('filters.source')}
        placeholder={t('filters.anySource')}
        data={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        value={source ?? null}
        onChange={(value) => set('source', value)}
        clearable
        clearButtonProps={{ 'aria-label': t('filters.clear') }}
      />
    </div>
  );
}

/** Searches after a pause in typing; `/` goes there, Escape empties it. */
function Search({ text, onChange }: { text: string; onChange(text: string): void }) {
  const { t } = useTranslation('pipeline');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((next: string) => onChange(next.trim()), typingPauseMs);
  useHotkeys([['/', () => field.current?.focus()]]);
  const type = (next: string) => {
    setTyped(next);
    search(next);
  };
  return (
    <TextInput
      ref={field}
      type="search"
      size="xs"
      className="pl-search"
      aria-label={t('filters.search')}
      placeholder={t('filters.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (typed === '') event.currentTarget.blur();
        else type('');
      }}
    />
  );
}
