import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEventWords } from '../../../components/events/event-words.ts';
import { kindsQuery } from '../../../components/events/kinds-query.ts';
import type { Trigger, TriggerType } from '../draft/draft.ts';
import { Explained, useTags } from './action-forms.tsx';
import { Comparison } from './branch-form.tsx';
import { AmountField, ListField, OptionField, PlainField } from './fields.tsx';
import { useField, useForm } from './form-context.ts';
import { LinesField } from './lines-field.tsx';
import { ScheduleField } from './schedule-field.tsx';

const types = ['keyword', 'first_message', 'intent', 'event', 'schedule', 'manual'] as const;

const fresh: Record<TriggerType, Omit<Trigger, 'type'>> = {
  keyword: { words: [], match: 'contains' },
  first_message: {},
  intent: { examples: [], threshold: 0.6 },
  event: { event: 'order.created', conditions: [] },
  schedule: { cron: '0 9 * * 1', tags: [] },
  manual: { variables: [] },
};

/** When the flow begins. */
export function TriggerForm({ onReplace }: { onReplace(trigger: Trigger): void }) {
  const { t } = useTranslation('flows');
  const { value } = useForm();
  const { type } = value as Trigger;
  const tags = useTags();
  return (
    <>
      <Select
        data-field="type"
        label={t('trigger.when')}
        data={types.map((one) => ({ value: one, label: t(`triggers.${one}`) }))}
        value={type}
        onChange={(next) => next && onReplace({ type: next as TriggerType, ...fresh[next as TriggerType] })}
        allowDeselect={false}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
      {type === 'keyword' && <KeywordFields />}
      {type === 'intent' && (
        <>
          <ListField path="examples" label={t('trigger.examples')} help={t('trigger.examplesHelp')} />
          <AmountField
            path="threshold"
            label={t('trigger.threshold')}
            help={t('trigger.thresholdHelp')}
            min={0.3}
            max={1}
            decimals={2}
          />
        </>
      )}
      {type === 'event' && <EventFields />}
      {type === 'schedule' && (
        <>
          <ScheduleField />
          <ListField path="tags" label={t('trigger.tags')} help={t('trigger.tagsHelp')} suggestions={tags} />
        </>
      )}
      {type === 'manual' && (
        <ListField path="variables" label={t('trigger.variables')} help={t('trigger.variablesHelp')} most={20} />
      )}
      <Explained text={t(`triggerHelp.${type}`)} />
    </>
  );
}

function KeywordFields() {
  const { t } = useTranslation('flows');
  const { value: match = 'contains', set } = useField<string>('match');
  return (
    <>
      <ListField path="words" label={t('trigger.words')} help={t('trigger.wordsHelp')} />
      <SegmentedControl
        fullWidth
        aria-label={t('trigger.match')}
        data={(['contains', 'exact', 'regex'] as const).map((one) => ({
          value: one,
          label: t(`trigger.matches.${one}`),
        }))}
        value={match}
        onChange={set}
      />
    </>
  );
}

/** Which event, and what of it must hold. */
function EventFields() {
  const { t } = useTranslation('flows');
  const words = useEventWords();
  const kinds = useQuery(kindsQuery).data?.data ?? [];
  const { value: conditions = [] } = useField<{ operator: string }[]>('conditions');
  return (
    <>
      <OptionField
        path="event"
        label={t('trigger.event')}
        options={kinds.map(({ type }) => ({ value: type, label: words.kind(type) }))}
      />
      <LinesField
        path="conditions"
        label={t('trigger.conditions')}
        help={t('trigger.conditionsHelp')}
        add={t('branch.addCondition')}
        most={10}
        isBoxed
        fresh={() => ({ field: 'data.status', operator: 'equals', value: '' })}
        line={(place, index) => (
          <>
            <PlainField path={`${place}.field`} label={t('trigger.field')} />
            <Comparison place={place} operator={conditions[index]?.operator ?? 'equals'} />
          </>
        )}
      />
    </>
  );
}
