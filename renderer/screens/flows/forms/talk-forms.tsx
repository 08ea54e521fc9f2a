import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { templatesQuery } from '../queries.ts';
import { AmountField, PlainField, SwitchField } from './fields.tsx';
import { useField, useForm } from './form-context.ts';
import { LinesField } from './lines-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { VariableText } from './variable-text.tsx';

interface ChosenTemplate {
  name: string;
  language: string;
  variables?: string[] | Record<string, string>;
}

/** A message: words, a file, or an approved template. */
export function MessageForm() {
  const { t } = useTranslation('flows');
  const { value, set } = useForm();
  const { config } = value as { config: { text?: string; mediaUrl?: string; template?: ChosenTemplate } };
  const sort = config.template ? 'template' : config.mediaUrl === undefined ? 'text' : 'file';
  const choose = (next: string) => {
    if (next === 'text') set('config', { text: config.text ?? '' });
    if (next === 'file') set('config', { ...(config.text && { text: config.text }), mediaUrl: config.mediaUrl ?? '' });
    if (next === 'template') set('config', { template: config.template ?? { name: '', language: '' } });
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('message.sort')}
        data={(['text', 'file', 'template'] as const).map((one) => ({ value: one, label: t(`message.${one}`) }))}
        value={sort}
        onChange={choose}
      />
      {sort === 'template' ? (
        <TemplateFields />
      ) : (
        <VariableText
          path="config.text"
          label={t('fields.text')}
          minRows={4}
          maxLength={4_096}
          isOptional={sort === 'file'}
          placeholder={t('message.example', { skipInterpolation: true })}
        />
      )}
      {sort === 'file' && (
        <PlainField path="config.mediaUrl" label={t('message.link')} help={t('message.linkHelp')} maxLength={2_000} />
      )}
    </>
  );
}

/** Which template, and what stands in its gaps. */
function TemplateFields() {
  const { t } = useTranslation('flows');
  const templates = useQuery(templatesQuery).data?.data ?? [];
  const { value: chosen, set } = useField<ChosenTemplate>('config.template');
  const keyOf = ({ name, language }: ChosenTemplate) => `${name} (${language})`;
  const known = templates.find((one) => chosen && keyOf(one) === keyOf(chosen));
  const choose = (key: string) => {
    const template = templates.find((one) => keyOf(one) === key);
    if (!template) return;
    const variables = template.variables.map(() => '');
    set({ name: template.name, language: template.language, ...(variables.length > 0 && { variables }) });
  };
  const { faults } = useForm();
  const options = [...new Set(templates.map(keyOf))];
  return (
    <>
      <TemplateSelect
        options={options}
        value={chosen?.name ? keyOf(chosen) : null}
        error={faults.find(({ field }) => field.startsWith('config.template'))?.message}
        onChange={choose}
      />
      {known?.variables.map((name, index) => (
        <VariableText
          key={name}
          path={`config.template.variables[${index}]`}
          label={t('message.gap', { name })}
          maxLength={1_024}
        />
      ))}
    </>
  );
}

interface TemplateSelectProps {
  options: string[];
  value: string | null;
  error: string | undefined;
  onChange(key: string): void;
}

function TemplateSelect({ options, value, error, onChange }: TemplateSelectProps) {
  const { t } = useTranslation('flows');
  return (
    <Select
      data-field="config.template"
      label={t('message.template')}
      description={t('message.templateHelp')}
      data={value !== null && !options.includes(value) ? [...options, value] : options}
      value={value}
      error={error}
      onChange={(key) => key !== null && onChange(key)}
      searchable={options.length > 8}
      nothingFoundMessage={t('message.noTemplate')}
      placeholder={t('fields.choose')}
      comboboxProps={{ portalProps: { target: 'main' } }}
    />
  );
}

/** A question, how its answer must look, and what happens without a usable one. */
export function AskForm({ onBranch }: { onBranch(): void }) {
  const { t } = useTranslation('flows');
  const { value, set } = useForm();
  const { config } = value as { config: { kind: string; choices?: { value: string }[] } };
  const kinds = ['text', 'choice', 'number', 'email', 'phone', 'own_phone', 'date'] as const;
  const choose = (kind: string) => {
    const { choices: _choices, min: _min, max: _max, ...rest } = config as Record<string, unknown>;
    set('config', { ...rest, kind, ...(kind === 'choice' && { choices: [{ value: '' }, { value: '' }] }) });
  };
  return (
    <>
      <VariableText path="config.text" label={t('ask.text')} minRows={3} />
      <KindSelect kinds={[...kinds]} kind={config.kind} onChange={choose} />
      {config.kind === 'choice' && (
        <>
          <LinesField
            path="config.choices"
            label={t('ask.choices')}
            help={t('ask.choicesHelp')}
            add={t('ask.addChoice')}
            most={20}
            fresh={() => ({ value: '' })}
            line={(place, index) => <ChoiceFields place={place} number={index + 1} />}
          />
          <Button
            variant="light"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconArrowsSplit size={15} aria-hidden />}
            onClick={onBranch}
          >
            {t('ask.branch')}
          </Button>
        </>
      )}
      {config.kind === 'number' && (
        <div className="fw-row">
          <AmountField path="config.min" label={t('ask.min')} min={0} max={1_000_000_000} decimals={2} isOptional />
          <AmountField path="config.max" label={t('ask.max')} min={0} max={1_000_000_000} decimals={2} isOptional />
        </div>
      )}
      <PlainField path="config.variable" label={t('ask.variable')} help={t('ask.variableHelp')} maxLength={40} />
      <MoreFields paths={waitingPaths}>
        <WaitingFields />
      </MoreFields>
    </>
  );
}

function ChoiceFields({ place, number }: { place: string; number: number }) {
  const { t } = useTranslation('flows');
  // What the customer reads; the value that a file or another program gave it stays.
  const { value: label } = useField<string>(`${place}.label`);
  const field = label === undefined ? 'value' : 'label';
  return <PlainField path={`${place}.${field}`} label={t('ask.choice', { number })} maxLength={100} />;
}

function KindSelect({ kinds, kind, onChange }: { kinds: string[]; kind: string; onChange(kind: string): void }) {
  const { t } = useTranslation('flows');
  return (
    <Select
      data-field="config.kind"
      label={t('ask.kind')}
      data={kinds.map((one) => ({ value: one, label: t(`ask.kinds.${one}`) }))}
      value={kind}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
      comboboxProps={{ portalProps: { target: 'main' } }}
    />
  );
}

const waitingPaths = ['config.retries', 'config.retryText', 'config.timeoutMinutes'];
const rarePaths = ['config.stepMinutes', 'config.daysAhead', 'config.noticeMinutes'];

/** How often a question is repeated and how long it waits. */
function WaitingFields() {
  const { t } = useTranslation('flows');
  return (
    <>
      <AmountField path="config.retries" label={t('ask.retries')} help={t('ask.retriesHelp')} min={0} max={5} />
      <VariableText path="config.retryText" label={t('ask.retryText')} maxLength={1_000} isOptional />
      <AmountField
        path="config.timeoutMinutes"
        label={t('ask.timeout')}
        help={t('ask.timeoutHelp')}
        min={1}
        max={1_440}
        isOptional
      />
    </>
  );
}

/** Offers free times of the agent's hours and books the one chosen. */
export function AppointmentForm() {
  const { t } = useTranslation('flows');
  return (
    <>
      <VariableText path="config.text" label={t('ask.text')} minRows={2} maxLength={1_000} />
      <VariableText path="config.title" label={t('appointment.title')} maxLength={255} />
      <div className="fw-row">
        <AmountField path="config.durationMinutes" label={t('appointment.duration')} min={5} max={1_440} />
        <AmountField path="config.offer" label={t('appointment.offer')} min={1} max={10} />
      </div>
      <SwitchField path="config.confirmed" label={t('appointment.confirmed')} help={t('appointment.confirmedHelp')} />
      <MoreFields paths={[...rarePaths, ...waitingPaths]}>
        <AmountField path="config.stepMinutes" label={t('appointment.step')} min={5} max={1_440} />
        <AmountField path="config.daysAhead" label={t('appointment.days')} min={1} max={60} />
        <AmountField path="config.noticeMinutes" label={t('appointment.notice')} min={0} max={10_080} />
        <WaitingFields />
      </MoreFields>
    </>
  );
}
