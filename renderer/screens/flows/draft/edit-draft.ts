import { type Draft, findStep, type Step, triggerId } from './draft.ts';
import { mainField, mainTarget, mapExits, readExit, withExit } from './exits.ts';

/** A way out of a step, or of the trigger, at which something is added. */
export interface Spot {
  stepId: string;
  /** Of the trigger there is only one. */
  field: string;
}

const replaceStep = (draft: Draft, step: Step): Draft => ({
  ...draft,
  steps: draft.steps.map((one) => (one.id === step.id ? step : one)),
});

/**
 * The spot after a step: where a run usually goes on; null if it ends there. A line of the outline that stands for a way
 * out, `ask-1|config.onTimeout`, is a spot itself.
 */
export function spotAfter(draft: Draft, id: string): Spot | null {
  if (id === triggerId) return { stepId: triggerId, field: 'next' };
  const [stepId = '', named] = id.split('|');
  if (named !== undefined) return { stepId, field: named.replace('>', '') };
  const step = findStep(draft, id);
  const field = step ? mainField(step) : null;
  return field === null ? null : { stepId: id, field };
}

/** The step to which a spot leads. */
export function targetOf(draft: Draft, { stepId, field }: Spot): string | null {
  if (stepId === triggerId) return draft.steps[0]?.id ?? null;
  const step = findStep(draft, stepId);
  return step ? readExit(step, field) : null;
}

/** Puts a chain of steps at a spot; what followed there follows its last one. Without a spot it stands alone. */
export function insertSteps(draft: Draft, added: Step[], spot: Spot | null): Draft {
  const [first] = added;
  if (!first) return draft;
  const tail = lastOf(added);
  const chained = spot ? added.map((step) => (step === tail ? lead(step, targetOf(draft, spot)) : step)) : added;
  if (spot?.stepId === triggerId) return { ...draft, steps: [...chained, ...draft.steps] };
  const grown = { ...draft, steps: [...draft.steps, ...chained] };
  return spot ? connect(grown, spot, first.id) : grown;
}

/** Leads the end of a chain on; a jump that has a place to go to keeps it. */
function lead(step: Step, to: string | null): Step {
  const field = mainField(step);
  const isSettled = field === null || (step.type === 'go_to' && mainTarget(step) !== null);
  return isSettled ? step : withExit(step, field, to);
}

/** The step at the end of the chain that begins with the first one. */
function lastOf(steps: Step[]): Step | undefined {
  const seen = new Set<string>();
  let last = steps[0];
  for (
    let at: Step | undefined = last;
    at && !seen.has(at.id);
    at = steps.find(({ id }) => id === mainTarget(at as Step))
  ) {
    seen.add(at.id);
    last = at;
  }
  return last;
}

/** Leads a spot to a step; null ends the run there. From the trigger: makes the step the first one. */
export function connect(draft: Draft, { stepId, field }: Spot, to: string | null): Draft {
  if (stepId === triggerId) return to === null ? draft : beginWith(draft, to);
  const step = findStep(draft, stepId);
  return step ? replaceStep(draft, withExit(step, field, to)) : draft;
}

function beginWith(draft: Draft, id: string): Draft {
  const first = findStep(draft, id);
  return first ? { ...draft, steps: [first, ...draft.steps.filter((step) => step !== first)] } : draft;
}

/** Where a run goes on if some steps are gone: the first one after them that stays. */
function after(draft: Draft, gone: ReadonlySet<string>, id: string): string | null {
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null && gone.has(at)) {
    if (seen.has(at)) return null;
    seen.add(at);
    const step = findStep(draft, at);
    at = step ? mainTarget(step) : null;
  }
  return at;
}

/** Removes steps; what led to them leads to what followed. */
export function removeSteps(draft: Draft, ids: string[]): Draft {
  const gone = new Set(ids);
  const [first] = draft.steps;
  const start = first ? after(draft, gone, first.id) : null;
  const steps = draft.steps
    .filter(({ id }) => !gone.has(id))
    .map((step) => mapExits(step, (to) => after(draft, gone, to)));
  const places = Object.fromEntries(Object.entries(draft.places).filter(([id]) => !gone.has(id)));
  const rest = { ...draft, steps, places };
  return start === null ? rest : beginWith(rest, start);
}

/** The step before another one in its chain. */
export const chainedBefore = (draft: Draft, id: string): Step | undefined =>
  draft.steps.find((step) => step.type !== 'go_to' && mainTarget(step) === id);

/** Exchanges a step with the one before it in its chain; null if there is none or the chain ends with it. */
export function moveUp(draft: Draft, id: string): Draft | null {
  const step = findStep(draft, id);
  const before = chainedBefore(draft, id);
  if (!step || !before || mainField(step) !== 'next' || before.id === id) return null;
  const wasFirst = draft.steps[0]?.id === before.id;
  const swapped = draft.steps.map((one) => {
    if (one.id === before.id) return { ...one, next: step.next };
    if (one.id === id) return { ...one, next: before.id };
    return mapExits(one, (to) => (to === before.id ? id : to));
  });
  const moved = { ...draft, steps: swapped };
  return wasFirst ? beginWith(moved, id) : moved;
}

/** Exchanges a step with the one after it in its chain. */
export function moveDown(draft: Draft, id: string): Draft | null {
  const step = findStep(draft, id);
  const next = step && mainField(step) === 'next' ? step.next : null;
  return next === null ? null : moveUp(draft, next);
}

/** After a question with choices: a branch with a way for each of them. */
export function branchByAnswer(draft: Draft, id: string, newId: string): Draft {
  const step = findStep(draft, id);
  if (!step) return draft;
  const { variable, choices = [] } = step.config as { variable: string; choices?: { value: string }[] };
  const branches = choices.map(({ value }) => ({
    match: 'all',
    conditions: [{ type: 'variable', name: variable, operator: 'equals', value }],
    next: null,
  }));
  const branch: Step = { id: newId, type: 'branch', next: null, config: { branches } };
  return insertSteps(draft, [branch], { stepId: id, field: 'next' });
}

/** An id that no step of the draft has, such as `ask-2`. */
export function freeId(taken: Iterable<string>, type: string): string {
  const ids = new Set(taken);
  for (let number = 1; ; number++) {
    const id = `${type.replace('_', '-')}-${number}`;
    if (!ids.has(id)) return id;
  }
}
