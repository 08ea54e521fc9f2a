import { Button, Collapse, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tagged } from '../../api/client.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { Card } from '../../components/page/page.tsx';
import { type AgentForm, useAgentForm } from './change-agent.ts';
import type { Agent } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { SurenessChoice } from './sureness-choice.tsx';
import { useFacts } from './use-facts.ts';

type Behavior = Agent['behavior'];
type NumberKey = { [Field in keyof Behavior]: Behavior[Field] extends number ? Field : never }[keyof Behavior];
/** A number is null while its field is empty. */
type Draft = Omit<Behavior, NumberKey> & Record<NumberKey, number | null>;

interface Limits {
  min: number;
  max: number;
  decimals: number;
  /** API units per displayed unit. */
  scale?: number;
}

const numbers = {
  debounceMs: { min: 0, max: 60, decimals: 1, scale: 1_000 },
  maxRepliesPerHour: { min: 1, max: 1_000, decimals: 0 },
  handoffAfterMisses: { min: 0, max: 20, decimals: 0 },
  topK: { min: 1, max: 20, decimals: 0 },
  temperature: { min: 0, max: 2, decimals: 2 },
} as const satisfies Partial<Record<NumberKey, Limits>>;
type ShownNumber = keyof typeof numbers;

const reminders = [0, 30, 60, 120, 180, 720, 1_440, 2_880, 10_080];

/** How fast, how often and how confidently the agent replies, and when it hands off. */
export function BehaviorCard({ present }: { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const form = useAgentForm<Draft>(
    'behavior',
    present,
    ({ behavior }) => behavior,
    (draft) => ({ behavior: { ...draft, model: draft.model?.trim() || null } as Behavior }),
  );
  const { draft, change } = form;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Card title={t('behavior.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <BehaviorNumber form={form} field="debounceMs" />
            <BehaviorNumber form={form} field="maxRepliesPerHour" />
            <BehaviorNumber form={form} field="handoffAfterMisses" />
            <Reminder
              value={draft.appointmentReminderMinutes ?? 0}
              onChange={(minutes) => change({ appointmentReminderMinutes: minutes })}
            />
          </SimpleGrid>
          <TagsInput
            label={t('behavior.handoffKeywords')}
            description={t('behavior.handoffKeywordsHelp')}
            maxTags={50}
            maxLength={60}
            splitChars={[',', ';']}
            value={draft.handoffKeywords}
            error={form.faults['behavior.handoffKeywords']}
            onChange={(handoffKeywords) => change({ handoffKeywords })}
          />
          <SurenessChoice
            value={draft.answerThreshold ?? 0}
            onChange={(answerThreshold) => change({ answerThreshold })}
          />
          <Switch
            label={t('agent-changes:changesAtOnce')}
            description={t('agent-changes:changesAtOnceHelp')}
            checked={draft.changesAtOnce}
            onChange={(event) => change({ changesAtOnce: event.currentTarget.checked })}
          />
          <RareSettings form={form} />
          <SaveBar form={form} isReady={Object.keys(numbers).every((field) => draft[field as ShownNumber] !== null)} />
        </Stack>
      </form>
    </Card>
  );
}

/** Rarely changed settings, collapsed behind a button. */
function RareSettings({ form }: { form: AgentForm<Draft> }) {
  const { t } = useTranslation('agents');
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <Button size="compact-sm" variant="subtle" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'behavior.less' : 'behavior.more')}
      </Button>
      <Collapse expanded={isShown}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt="sm">
          <BehaviorNumber form={form} field="topK" />
          <TextInput
            label={t('behavior.model')}
            description={t('behavior.modelHelp')}
            maxLength={120}
            value={form.draft.model ?? ''}
            onChange={(event) => form.change({ model: event.currentTarget.value })}
          />
          <BehaviorNumber form={form} field="temperature" />
        </SimpleGrid>
      </Collapse>
    </div>
  );
}

function BehaviorNumber({ form, field }: { form: AgentForm<Draft>; field: ShownNumber }) {
  const { t } = useTranslation('agents');
  const { min, max, decimals, scale = 1 }: Limits = numbers[field];
  const value = form.draft[field];
  return (
    <NumberField
      label={t(`behavior.${field}`)}
      description={t(`behavior.${field}Help`)}
      min={min}
      max={max}
      decimals={decimals}
      step={decimals > 1 ? 0.1 : 1}
      value={value === null ? null : value / scale}
      error={value === null ? t('behavior.empty', { min, max }) : form.faults[`behavior.${field}`]}
      onChange={(typed) => form.change({ [field]: typed === null ? null : Number((typed * scale).toFixed(2)) })}
    />
  );
}

function Reminder({ value, onChange }: { value: number; onChange(minutes: number): void }) {
  const { t } = useTranslation('agents');
  const { span } = useFacts();
  // A value set through the API may not be in the list.
  const offered = [...new Set([...reminders, value])].sort((a, b) => a - b);
  return (
    <Select
      label={t('behavior.reminder')}
      description={t('behavior.reminderHelp')}
      data={offered.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? t('behavior.noReminder') : t('behavior.before', { span: span(minutes) }),
      }))}
      value={String(value)}
      onChange={(minutes) => onChange(Number(minutes))}
      allowDeselect={false}
    />
  );
}
