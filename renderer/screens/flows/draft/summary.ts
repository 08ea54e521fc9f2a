import { cronWords } from './cron-words.ts';
import type { Draft, Step, Trigger } from './draft.ts';
import { branchesOf, type Exit } from './exits.ts';

/** What a customer reads for the value of an answer: label by name and value. */
export type Choices = ReadonlyMap<string, { value: string; label: string }[]>;

/** `t` of the words of flows. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

interface Condition {
  type: 'variable' | 'contact' | 'tag' | 'business_hours';
  name?: string;
  field?: string;
  operator?: string;
  value?: string;
  tag?: string;
  has?: boolean;
  open?: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const listed = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '');

/** A condition in words, such as “delivery is Entrega”. */
export function conditionWords(t: Translate, condition: Condition): string {
  const { type, tag = '', has = true, open = true, operator = 'equals', value = '' } = condition;
  if (type === 'tag') return t(has ? 'flows:words.hasTag' : 'flows:words.hasNoTag', { tag });
  if (type === 'business_hours') return t(open ? 'flows:words.open' : 'flows:words.closed');
  const name = type === 'contact' ? t(`flows:contactFields.${condition.field}`) : text(condition.name);
  return t(`flows:words.${operator}`, { name, value });
}

/** Label of a way out of a step, beside its row and on its line. */
export function exitWords(t: Translate, step: Step, { name, index }: Exit, choices: Choices): string {
  if (name === 'next')
    return t(
      step.type === 'ask'
        ? 'flows:exits.answered'
        : step.type === 'appointment'
          ? 'flows:exits.booked'
          : 'flows:exits.next',
    );
  if (name !== 'branch') return t(`flows:exits.${name}`);
  const { conditions = [], match } = branchesOf(step)[index] as unknown as { conditions?: Condition[]; match?: string };
  const [only] = conditions;
  // Of a comparison with an answer, the answer says it all.
  if (conditions.length === 1 && only?.type === 'variable' && only.operator === 'equals' && only.value)
    return labelOf(choices, only.name, only.value);
  return conditions
    .map((one) => conditionWords(t, one))
    .join(t(match === 'any' ? 'flows:words.or' : 'flows:words.and'));
}

/** The answers of the flow's questions by the name under which each is kept. */
export const choicesOf = ({ steps }: Pick<Draft, 'steps'>): Choices =>
  new Map(
    steps.flatMap(({ type, config }) => {
      const choices = config.choices as { value: string; label?: string }[] | undefined;
      if (type !== 'ask' || !choices) return [];
      return [[text(config.variable), choices.map(({ value, label }) => ({ value, label: label ?? value }))] as const];
    }),
  );

const labelOf = (choices: Choices, name = '', value = ''): string =>
  choices.get(name)?.find((choice) => choice.value === value)?.label ?? value;

/** What a step does, in one line. */
export function stepWords(t: Translate, { type, config }: Step): string {
  switch (type) {
    case 'message': {
      const template = config.template as { name?: string } | undefined;
      return template
        ? t('flows:words.template', { name: template.name ?? '' })
        : text(config.text) || text(config.mediaUrl);
    }
    case 'ask':
    case 'appointment':
      return text(config.text);
    case 'branch':
      return t('flows:words.branches', { count: branchesOf({ type, config } as Step).length });
    case 'wait':
      return config.until === undefined
        ? durationWords(t, Number(config.seconds))
        : t('flows:words.until', { moment: text(config.until) });
    case 'set':
      return Object.entries(config.values as Record<string, string>)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', ');
    case 'tag':
      return [listed(config.add) && `+ ${listed(config.add)}`, listed(config.remove) && `− ${listed(config.remove)}`]
        .filter(Boolean)
        .join('  ');
    case 'crm_card':
      return config.action === 'move' ? t('flows:words.moveCard') : text(config.title);
    case 'lead':
      return text(config.name);
    case 'order':
      return (config.items as { catalogItem?: string; name?: string; quantity?: string }[])
        .map(({ catalogItem, name, quantity = '1' }) => `${quantity} × ${catalogItem ?? name ?? ''}`)
        .join(', ');
    case 'http':
      return `${text(config.method)} ${text(config.url).replace(/^https?:\/\//, '')}`;
    case 'handoff':
      return text(config.text) || t('flows:kindHelp.handoff');
    case 'go_to':
      return text(config.stepId);
    default:
      return t(`flows:kindHelp.${type}`);
  }
}

/** When a flow begins, in one line. */
export function triggerWords(t: Translate, trigger: Trigger, eventName: (type: string) => string): string {
  const { type } = trigger;
  if (type === 'keyword') return listed(trigger.words);
  if (type === 'intent') return (trigger.examples as string[])[0] ?? '';
  if (type === 'schedule') return [cronWords(t, text(trigger.cron)), listed(trigger.tags)].filter(Boolean).join(' · ');
  if (type === 'event') return eventName(text(trigger.event));
  return t(`flows:triggerHelp.${type}`);
}

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

export type Unit = (typeof units)[number][0];

export const secondsIn = (unit: Unit): number => units.find(([name]) => name === unit)?.[1] ?? 1;

/** The largest unit in which a duration is a whole number. */
export function splitDuration(seconds: number): { count: number; unit: Unit } {
  const [unit, size] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['seconds', 1];
  return { count: seconds / size, unit };
}

export function durationWords(t: Translate, seconds: number): string {
  const { count, unit } = splitDuration(seconds);
  return t(`flows:durations.${unit}`, { count });
}
