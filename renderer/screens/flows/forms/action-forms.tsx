import { SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { secondsIn, splitDuration, type Unit } from '../draft/summary.ts';
import { pipelinesQuery, stagesQuery } from '../queries.ts';
import { ListField, OptionField, useInput } from './fields.tsx';
import { useForm } from './form-context.ts';
import { PairsField } from './pairs-field.tsx';
import { VariableText } from './variable-text.tsx';

const tagsQuery = operationQuery('listContactTags');

/** Tags that contacts of the shop have. */
export function useTags(): string[] {
  return (useQuery(tagsQuery).data?.data ?? []).map(({ name }) => name);
}

/** A pause: for a while, or until a time. */
export function WaitForm() {
  const { t } = useTranslation('flows');
  const { value, set } = useForm();
  const { config } = value as { config: { seconds?: number; until?: string } };
  const isUntil = config.until !== undefined;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('wait.sort')}
        data={(['for', 'until'] as const).map((one) => ({ value: one, label: t(`wait.${one}`) }))}
        value={isUntil ? 'until' : 'for'}
        onChange={(next) => set('config', next === 'until' ? { until: '09:00' } : { seconds: 3_600 })}
      />
      {isUntil ? (
        <VariableText path="config.until" label={t('wait.moment')} help={t('wait.momentHelp')} maxLength={100} />
      ) : (
        <Duration />
      )}
    </>
  );
}

function Duration() {
  const { t } = useTranslation('flows');
  const { value: seconds = 3_600, set, fault } = useInput<number>({ path: 'config.seconds', label: '' });
  const [unit, setUnit] = useState<Unit>(() => splitDuration(seconds).unit);
  const count = Math.max(1, Math.round(seconds / secondsIn(unit)));
  const units = ['minutes', 'hours', 'days'] as const;
  return (
    <div className="fw-row" data-field="config.seconds">
      <NumberField
        label={t('wait.count')}
        error={fault}
        min={1}
        max={unit === 'days' ? 31 : unit === 'hours' ? 744 : 44_640}
        value={count}
        onChange={(next) => set((next ?? 1) * secondsIn(unit))}
      />
      <Select
        label={t('wait.unit')}
        data={(unit === 'seconds' ? ['seconds' as const, ...units] : units).map((one) => ({
          value: one,
          label: t(`units.${one}`),
        }))}
        value={unit}
        onChange={(next) => {
          setUnit(next as Unit);
          set(count * secondsIn(next as Unit));
        }}
        allowDeselect={false}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
    </div>
  );
}

export function SetForm() {
  const { t } = useTranslation('flows');
  return (
    <PairsField
      path="config.values"
      label={t('set.values')}
      help={t('set.help')}
      nameLabel={t('fields.name')}
      valueLabel={t('fields.value')}
    />
  );
}

export function TagForm() {
  const { t } = useTranslation('flows');
  const suggestions = useTags();
  return (
    <>
      <ListField path="config.add" label={t('tag.add')} suggestions={suggestions} most={20} />
      <ListField path="config.remove" label={t('tag.remove')} suggestions={suggestions} most={20} />
    </>
  );
}

export function ConversationStageForm() {
  const { t } = useTranslation('flows');
  const stages = useQuery(stagesQuery).data?.data ?? [];
  const { value: stageId, set, input } = useInput<string | null>({ path: 'config.stageId', label: t('stage.label') });
  const options = stages.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = stageId && !options.some(({ value }) => value === stageId);
  return (
    <Select
      {...input}
      data={[
        { value: 'none', label: t('stage.none') },
        ...options,
        ...(isGone ? [{ value: stageId, label: t('fields.gone', { id: stageId }) }] : []),
      ]}
      value={stageId ?? 'none'}
      onChange={(next) => set(next === 'none' ? null : next)}
      allowDeselect={false}
      comboboxProps={{ portalProps: { target: 'main' } }}
    />
  );
}

/** Creates a card in the pipeline, or moves the customer's newest one. */
export function CardForm() {
  const { t } = useTranslation('flows');
  const { value, set } = useForm();
  const { config } = value as { config: { action: string; pipelineId?: string; stageId: string } };
  const pipelines = useQuery(pipelinesQuery).data?.data ?? [];
  const chosen = pipelines.find(({ id }) => id === config.pipelineId);
  const stages = (chosen ? [chosen] : pipelines).flatMap((pipeline) =>
    pipeline.stages.map(({ id, name }) => ({ value: id, label: chosen ? name : `${pipeline.name}: ${name}` })),
  );
  const choose = (action: string) => {
    const { pipelineId = '', stageId } = config;
    set('config', action === 'move' ? { action, stageId } : { action, pipelineId, stageId, title: '{{contact.name}}' });
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('card.action')}
        data={(['create', 'move'] as const).map((one) => ({ value: one, label: t(`card.${one}`) }))}
        value={config.action}
        onChange={choose}
      />
      {config.action === 'create' && (
        <OptionField
          path="config.pipelineId"
          label={t('card.pipeline')}
          options={pipelines.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <OptionField path="config.stageId" label={t('card.stage')} options={stages} />
      {config.action === 'create' && (
        <>
          <VariableText path="config.title" label={t('card.title')} maxLength={200} />
          <VariableText
            path="config.value"
            label={t('card.value')}
            help={t('card.valueHelp')}
            maxLength={100}
            isOptional
          />
        </>
      )}
    </>
  );
}

export function LeadForm() {
  const { t } = useTranslation('flows');
  return (
    <>
      <VariableText path="config.name" label={t('lead.name')} maxLength={100} isOptional />
      <VariableText path="config.email" label={t('lead.email')} maxLength={254} isOptional />
      <VariableText path="config.address" label={t('lead.address')} maxLength={200} isOptional />
      <ListField path="config.tags" label={t('fields.tags')} suggestions={useTags()} isOptional />
      <PairsField
        path="config.data"
        label={t('lead.data')}
        nameLabel={t('fields.name')}
        valueLabel={t('fields.value')}
        isOptional
      />
    </>
  );
}

export function HandoffForm() {
  const { t } = useTranslation('flows');
  return (
    <>
      <VariableText path="config.text" label={t('handoff.text')} help={t('handoff.help')} minRows={2} isOptional />
      <VariableText path="config.assignedTo" label={t('handoff.assignedTo')} maxLength={120} isOptional />
    </>
  );
}

/** For a kind with nothing to set: what it does. */
export const Explained = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
