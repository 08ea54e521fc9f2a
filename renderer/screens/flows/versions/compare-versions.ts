import type { Step, Trigger } from '../draft/draft.ts';

/** A field with what it was and what it is; undefined where it was not there. */
export interface FieldChange {
  /** `next`, `type`, or the name of a field of the step's config or of the trigger. */
  field: string;
  before: unknown;
  after: unknown;
}

export interface Comparison {
  trigger: FieldChange[];
  added: Step[];
  removed: Step[];
  changed: { step: Step; fields: FieldChange[] }[];
  /** The step with which a run begins, where it is another one. */
  first: Step | null;
}

interface Content {
  trigger: Trigger;
  steps: Step[];
}

/** What changed between two versions of a flow. Steps are the same when their ids are. */
export function compareVersions(before: Content, after: Content): Comparison {
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const now = new Set(after.steps.map(({ id }) => id));
  const [first] = after.steps;
  return {
    trigger: compareFields(before.trigger, after.trigger),
    added: after.steps.filter(({ id }) => !old.has(id)),
    removed: before.steps.filter(({ id }) => !now.has(id)),
    changed: after.steps.flatMap((step) => {
      const was = old.get(step.id);
      const fields = was ? compareFields(fieldsOf(was), fieldsOf(step)) : [];
      return fields.length === 0 ? [] : [{ step, fields }];
    }),
    first: first && first.id !== before.steps[0]?.id ? first : null,
  };
}

export const countChanges = ({ trigger, added, removed, changed, first }: Comparison): number =>
  (trigger.length > 0 ? 1 : 0) + added.length + removed.length + changed.length + (first ? 1 : 0);

const fieldsOf = ({ type, next, config }: Step): Record<string, unknown> => ({ type, ...config, next });

/** Fields that differ. An empty exit is the same as none. */
function compareFields(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => written(before[name]) !== written(after[name]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

/** JSON with sorted keys, so that only what they hold is compared. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${written(entry)}`)
    .join()}}`;
}
