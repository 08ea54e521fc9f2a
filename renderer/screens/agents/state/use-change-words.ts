import { useTranslation } from 'react-i18next';
import { useConsole } from '../../../session.ts';
import { days } from '../hours/hours.ts';
import type { Change } from '../queries.ts';
import { useFacts } from '../use-facts.ts';

const weekdays: readonly string[] = days;

type Field = Change['fields'][number];
type Value = Field['before'];

/** Names of fields that have none under `<what>s.<field>` of the agents' words. */
const names: Record<string, string> = {
  'field.agentType': 'agent-changes:agentType',
  'field.functionKey': 'agent-changes:functionKey',
  'hours.timezone': 'hours.timezone',
  'hours.isAlwaysOpen': 'hours.always',
  'behavior.answerThreshold': 'sureness.label',
  'behavior.appointmentReminderMinutes': 'behavior.reminder',
  'behavior.changesAtOnce': 'agent-changes:changesAtOnce',
  'service.durationMinutes': 'services.duration',
  'item.price': 'services.price',
  'item.imageUrl': 'items.picture',
};
const groups = { field: 'fields', hours: 'hours', behavior: 'behavior', service: 'services' } as const;
const entries = { rule: 'rules', faq: 'faq', item: 'items' } as const;

/** Says what a change is about in the console's language. */
export function useChangeWords() {
  const { t, i18n } = useTranslation('agents');
  const facts = useFacts();
  const { timezone } = useConsole().workspace;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const nothing = t('agent-changes:nothing');

  function nameOf(what: Change['what'], field: string): string {
    const day = weekdays.indexOf(field);
    if (what === 'hours' && day >= 0) return facts.weekday(day);
    if (what === 'hours' && /^\d/.test(field)) return date.format(new Date(`${field}T00:00:00Z`));
    return t((names[`${what}.${field}`] ?? `${{ ...groups, ...entries }[what]}.${field}`) as 'fields.name');
  }

  function sayHours(field: string, value: Value): string {
    if (typeof value === 'boolean') return t(value ? 'shell:common.yes' : 'shell:common.no');
    if (field === 'timezone') return String(value ?? timezone);
    if (value === '') return t('hours.closed');
    return value === null ? t(/^\d/.test(field) ? 'agent-changes:asUsual' : 'agent-changes:nothing') : String(value);
  }

  function sayNumber(field: string, value: number): string {
    if (field === 'price') return facts.price(value);
    if (field === 'durationMinutes') return facts.minutes(value) ?? nothing;
    if (field === 'debounceMs') return t('agent-changes:seconds', { count: value / 1_000 });
    if (field === 'answerThreshold') return percent.format(value);
    if (field !== 'appointmentReminderMinutes') return String(value);
    return value === 0 ? t('behavior.noReminder') : t('behavior.before', { span: facts.span(value) });
  }

  function sayValue(what: Change['what'], field: string, value: Value): string {
    if (what === 'hours') return sayHours(field, value);
    if (value === null || value === '') return nothing;
    if (typeof value === 'boolean') return t(value ? 'shell:common.yes' : 'shell:common.no');
    if (typeof value === 'number') return sayNumber(field, value);
    if (field === 'imageUrl') return t('items.picture');
    if (field === 'kind') return t(`rules.kinds.${value as 'must'}`);
    if (field !== 'language') return value;
    return new Intl.DisplayNames(i18n.language, { type: 'language' }).of(value) ?? value;
  }

  return { nameOf, sayValue };
}
