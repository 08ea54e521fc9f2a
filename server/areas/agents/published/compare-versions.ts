import type { CatalogItem } from '../catalog/catalog-items.schemas.ts';
import type { Agent } from '../schemas.ts';
import type { Change, ChangedField } from './published.schemas.ts';
import type { AgentVersion } from './snapshots.store.ts';

type Value = ChangedField['before'];
type Fields = Record<string, Value>;

/** An entry of a list, by what a person sees of it. */
interface Entry {
  id: string;
  name: string;
  fields: Fields;
}

/** What differs between the published version of an agent and its draft, in the order of its settings. */
export function compareVersions(published: AgentVersion, draft: AgentVersion): Change[] {
  const [before, after] = [published.agent, draft.agent];
  return [
    ...compareOne('field', fieldsOf(before), fieldsOf(after)),
    ...compareOne('hours', hoursOf(before), hoursOf(after)),
    ...compareOne('behavior', behaviorOf(before), behaviorOf(after)),
    ...compareLists('service', before.services.map(serviceEntry), after.services.map(serviceEntry)),
    ...compareLists('rule', before.rules.map(ruleEntry), after.rules.map(ruleEntry)),
    ...compareLists('faq', before.faqs.map(faqEntry), after.faqs.map(faqEntry)),
    ...compareLists('item', published.items.map(itemEntry), draft.items.map(itemEntry)),
  ];
}

const fieldsOf = ({ name, agentType, description, language, tone, ...agent }: Agent): Fields => ({
  name,
  agentType,
  description,
  language,
  tone,
  greetingMessage: agent.greetingMessage,
  fallbackMessage: agent.fallbackMessage,
  outOfHoursMessage: agent.outOfHoursMessage,
  functionKey: agent.functionKey,
});

type Hours = NonNullable<Agent['businessHours']>;

const sayRanges = (ranges: Hours['days']['mon']): string => ranges.map(({ from, to }) => `${from}–${to}`).join(', ');

/** The ranges of each weekday and date; a closed day is an empty text, and no day is set while always open. */
function hoursOf({ businessHours: hours }: Agent): Fields {
  if (hours === null) return { isAlwaysOpen: true };
  const days = Object.entries(hours.days).map(([day, ranges]) => [day, sayRanges(ranges)]);
  const exceptions = hours.exceptions.map(({ date, ranges }) => [date, sayRanges(ranges)]);
  return { timezone: hours.timezone, ...Object.fromEntries(days), ...Object.fromEntries(exceptions) };
}

const behaviorOf = ({ behavior: { handoffKeywords, ...behavior } }: Agent): Fields => ({
  ...behavior,
  handoffKeywords: handoffKeywords.join(', '),
});

const serviceEntry = ({ id, name, ...fields }: Agent['services'][number]): Entry => ({
  id,
  name,
  fields: { name, ...fields },
});

const ruleEntry = ({ id, kind, text, active }: Agent['rules'][number]): Entry => ({
  id,
  name: text,
  fields: { kind, text, active },
});

const faqEntry = ({ id, question, answer }: Agent['faqs'][number]): Entry => ({
  id,
  name: question,
  fields: { question, answer },
});

const itemEntry = ({ id, name, description, price, imageUrl, category, active }: CatalogItem): Entry => ({
  id,
  name,
  fields: { name, description, price, imageUrl, category, active },
});

/** The fields that differ; an absent one is null. */
function compareFields(before: Fields, after: Fields): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((entry) => entry.before !== entry.after);
}

function compareOne(what: Change['what'], before: Fields, after: Fields): Change[] {
  const fields = compareFields(before, after);
  return fields.length === 0 ? [] : [{ what, action: 'changed', id: null, name: null, fields, heldBack: null }];
}

function compareLists(what: Change['what'], before: Entry[], after: Entry[]): Change[] {
  const [old, present] = [byId(before), byId(after)];
  const changes: Change[] = [];
  const note = (action: Change['action'], { id, name }: Entry, from: Fields, to: Fields) => {
    const fields = compareFields(from, to);
    if (fields.length > 0) changes.push({ what, action, id, name, fields, heldBack: null });
  };
  for (const entry of after) {
    const known = old.get(entry.id);
    note(known ? 'changed' : 'added', entry, known?.fields ?? {}, entry.fields);
  }
  for (const entry of before) if (!present.has(entry.id)) note('removed', entry, entry.fields, {});
  const kept = (list: Entry[], other: Map<string, Entry>) => list.filter(({ id }) => other.has(id)).map(({ id }) => id);
  const order = kept(after, old);
  const isMoved = kept(before, present).some((id, index) => id !== order[index]);
  return isMoved ? [...changes, { what, action: 'moved', id: null, name: null, fields: [], heldBack: null }] : changes;
}

const byId = (entries: Entry[]): Map<string, Entry> => new Map(entries.map((entry) => [entry.id, entry]));
