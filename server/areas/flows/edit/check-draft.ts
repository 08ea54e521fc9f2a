import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import type { FlowProblem } from '../schemas.ts';
import { Step } from '../steps/step.schemas.ts';
import type { Place } from '../steps/step-parts.schemas.ts';
import { nodeOf, readLoosely } from '../steps/step-traits.ts';
import { Trigger } from '../triggers/trigger.schemas.ts';
import type { DraftToCheck, Fault } from './check.schemas.ts';
import { checkPatterns, checkStructure, checkVariables, type VariableFault } from './check-flow.ts';
import { checkLengths } from './check-lengths.ts';
import { checkReferencesOf, type Reference } from './check-references.ts';
import { gapsIn } from './find-gaps.ts';

/** More faults than this help nobody. */
const mostFaults = 300;

type Found = Omit<Fault, 'stepId'>;

const StepCount = z.array(z.unknown()).min(1).max(100);

/**
 * All faults of a draft at once: those of its schemas, its structure, its texts and its references. A step that cannot
 * be read hides only its own other faults.
 */
export async function checkDraft(db: Db, workspaceId: string, draft: DraftToCheck): Promise<Fault[]> {
  const trigger = Trigger.safeParse(draft.trigger);
  const parsed = draft.steps.map((raw) => Step.safeParse(raw));
  const steps = parsed.map(({ data }) => data ?? null);
  const nodes = steps.map((step, index) => (step ? nodeOf(step) : readLoosely(draft.steps[index], index)));
  const found: Found[] = [
    ...issuesOf(['trigger'], trigger.error),
    ...issuesOf(['steps'], StepCount.safeParse(draft.steps).error),
    ...parsed.flatMap(({ error }, index) => issuesOf(['steps', index], error)),
    ...repeatedIds(nodes.map(({ id }) => id)),
    ...checkStructure(nodes).map(toFound),
    ...checkVariables(steps, nodes, trigger.data ?? loose(draft.trigger)).map(toPlaced),
    ...(await checkLengths(db, workspaceId, draft.aiAgentId, steps)).map(toPlaced),
    ...toFill(['trigger'], draft.trigger),
    ...steps.flatMap((step, index) => toFill(['steps', index, 'config'], step?.config)),
    ...(await checkReferencesOf(db, workspaceId, draft.aiAgentId, steps)).map(toFound),
  ];
  if (trigger.data) {
    const own = { id: draft.flowId ?? '', workspace_id: workspaceId, trigger: JSON.stringify(trigger.data) };
    found.push(...checkPatterns(db, own).map(toFound));
  }
  return found.slice(0, mostFaults).map((fault) => {
    const [root, index] = fault.path;
    return { ...fault, stepId: root === 'steps' && typeof index === 'number' ? (nodes[index]?.id ?? null) : null };
  });
}

/** A trigger that cannot be read sets as much as its kind does, so that the variables of the steps still count. */
function loose(raw: unknown): Trigger {
  const { type, variables } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  if (type === 'event') return { type, event: 'message.received', conditions: [] };
  if (type !== 'manual') return { type: 'first_message' };
  const names = Array.isArray(variables) ? variables.filter((name) => typeof name === 'string') : [];
  return { type, variables: names };
}

const issuesOf = (root: Place, error: z.ZodError | undefined): Found[] =>
  (error?.issues ?? []).flatMap((issue) => {
    const path = [...root, ...(issue.path as Place)];
    if (issue.code !== 'unrecognized_keys') return [{ path, code: issue.code, message: issue.message }];
    const message = 'This field is unknown';
    return issue.keys.map((key) => ({ path: [...path, key], code: 'unknown_field', message }));
  });

const repeatedIds = (ids: string[]): Found[] =>
  ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [{ path: ['steps', index, 'id'], code: 'custom', message: 'Another step has this id' }]
      : [],
  );

/** Splits `steps[3].config.stageId`. */
const toPath = (field: string): Place =>
  field.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? Number(key) : key]));

const toFound = ({ field, code, message, reference }: FlowProblem & { reference?: Reference }): Found => ({
  path: toPath(field),
  code,
  message,
  ...(reference ? { reference } : {}),
});

const toPlaced = ({ place, ...fault }: VariableFault): Found => {
  const { path, ...rest } = toFound(fault);
  return { ...rest, path: [...path, ...place] };
};

const toFill = (root: Place, value: unknown): Found[] =>
  gapsIn(root, value).map(({ path, hint }) => ({ path, code: 'to_fill', message: `To be filled in: ${hint}` }));
