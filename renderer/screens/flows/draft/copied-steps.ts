import { type Draft, type Step, triggerId } from './draft.ts';
import { freeId, insertSteps, spotAfter } from './edit-draft.ts';
import { mapExits } from './exits.ts';

/** Steps as they are on the clipboard. */
export interface CopiedSteps {
  format: 'frontdesk-steps';
  /** In the same flow, links to steps that were not copied are kept. */
  flowId: string;
  steps: Step[];
}

const most = 100;

/** What is copied; null if the selection has no step. */
export function copySteps(draft: Draft, flowId: string, ids: readonly string[]): CopiedSteps | null {
  const steps = draft.steps.filter(({ id }) => ids.includes(id));
  return steps.length === 0 ? null : { format: 'frontdesk-steps', flowId, steps };
}

/** Reads a text of the clipboard; null if it is something else. */
export function readCopied(text: string): CopiedSteps | null {
  try {
    const value = JSON.parse(text) as CopiedSteps;
    const isOurs = value.format === 'frontdesk-steps' && Array.isArray(value.steps) && value.steps.length <= most;
    return isOurs && value.steps.every(isStep) ? value : null;
  } catch {
    return null;
  }
}

const isStep = (step: Partial<Step> | null): boolean =>
  typeof step?.id === 'string' &&
  typeof step.type === 'string' &&
  typeof step.config === 'object' &&
  step.config !== null &&
  (step.next === null || typeof step.next === 'string');

/**
 * Inserts copies after a step (at the end of nothing: at the start of an empty flow, else loose). Returns the draft and
 * the ids of the copies.
 */
export function pasteSteps(
  draft: Draft,
  flowId: string,
  copied: CopiedSteps,
  afterId: string | null,
): { draft: Draft; ids: string[] } {
  const taken = new Set(draft.steps.map(({ id }) => id));
  const isSame = copied.flowId === flowId;
  const ids = new Map<string, string>();
  for (const { id, type } of copied.steps) {
    const fresh = isSame || taken.has(id) ? freeId([...taken, ...ids.values()], type) : id;
    ids.set(id, fresh);
  }
  const steps = copied.steps.map((step) => ({
    ...mapExits(step, (to) => ids.get(to) ?? (isSame && taken.has(to) ? to : null)),
    id: ids.get(step.id) ?? step.id,
  }));
  const spot =
    draft.steps.length === 0 ? spotAfter(draft, triggerId) : afterId === null ? null : spotAfter(draft, afterId);
  return { draft: insertSteps(draft, steps, spot), ids: steps.map(({ id }) => id) };
}
