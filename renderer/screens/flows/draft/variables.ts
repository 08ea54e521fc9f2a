import type { Draft, Step } from './draft.ts';

/** Values that every run has. */
const always = [
  'contact.name',
  'contact.firstName',
  'contact.phone',
  'contact.username',
  'contact.email',
  'contact.id',
  'shop.name',
  'now.date',
  'now.time',
  'message.text',
];

const setByKind: Partial<Record<Step['type'], string[]>> = {
  crm_card: ['cardId'],
  lead: ['leadId'],
  order: ['orderId', 'orderNumber', 'orderTotal', 'error'],
  appointment: ['appointmentId', 'appointmentTime', 'error'],
  http: ['httpStatus', 'error'],
};

/** Names that a step gives a value. */
export function variablesSetBy({ type, config }: Step): string[] {
  const named =
    type === 'ask'
      ? [config.variable as string]
      : type === 'set'
        ? Object.keys(config.values as object)
        : type === 'http'
          ? (config.map as { variable: string }[]).map(({ variable }) => variable)
          : [];
  return [...named, ...(setByKind[type] ?? [])].filter((name) => name !== '');
}

/** What a run asks or sets itself, without what every run has. */
export const ownVariables = ({ steps, trigger }: Draft): string[] => [
  ...new Set([...(trigger.type === 'manual' ? (trigger.variables as string[]) : []), ...steps.flatMap(variablesSetBy)]),
];

/** Every name that a text of the flow may contain, the flow's own first. */
export const variablesOf = (draft: Draft, eventFields: string[] = []): string[] => [
  ...ownVariables(draft),
  ...(draft.trigger.type === 'event' ? eventFields.map((field) => `event.${field}`) : []),
  ...always,
];

/** Marks of a text that name a value. */
const openMark = /\{\{\s*([A-Za-z0-9_.]*)$/;

/** The name that is being typed before the caret, after `{{`; null if none is. */
export const typedName = (before: string): string | null => openMark.exec(before)?.[1] ?? null;

/** The text with a name in place of the one being typed, and where the caret then is. */
export function completeName(text: string, caret: number, name: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(openMark, '');
  const rest = text.slice(caret).replace(/^\s*\}\}/, '');
  const mark = `{{${name}}}`;
  return { text: before + mark + rest, caret: before.length + mark.length };
}
