import type { Db } from '../../../platform/database/database.ts';
import type { FlowProblem } from '../schemas.ts';
import { groups, variablesIn } from '../steps/render-text.ts';
import type { Step } from '../steps/step.schemas.ts';
import { type Place, placesOf } from '../steps/step-parts.schemas.ts';
import { type Node, nodeOf } from '../steps/step-traits.ts';
import { type FlowRow, flowsOn, stepsOf, triggerOf } from '../store.ts';
import { mostPatternSizeOn, sizeOf } from '../triggers/keyword-patterns.ts';
import type { Trigger } from '../triggers/trigger.schemas.ts';
import { checkLengths } from './check-lengths.ts';
import { checkReferences } from './check-references.ts';

/** The problems that keep a flow from being turned on: in its structure, its texts and its references. */
export async function checkFlow(
  db: Db,
  flow: Pick<FlowRow, 'id' | 'workspace_id' | 'ai_agent_id' | 'steps' | 'trigger'>,
): Promise<FlowProblem[]> {
  const steps = stepsOf(flow);
  const nodes = steps.map(nodeOf);
  return [
    ...checkStructure(nodes),
    ...checkVariables(steps, nodes, triggerOf(flow)),
    ...checkPatterns(db, flow),
    ...(await checkLengths(db, flow.workspace_id, flow.ai_agent_id, steps)),
    ...(await checkReferences(db, flow)),
  ];
}

const patternSizeOf = (trigger: Trigger): number =>
  trigger.type === 'keyword' && trigger.match === 'regex' ? sizeOf(trigger.words) : 0;

/** A message is matched against the patterns of all flows that are on, so their total size is bounded. */
export function checkPatterns(db: Db, flow: Pick<FlowRow, 'id' | 'workspace_id' | 'trigger'>): FlowProblem[] {
  const own = patternSizeOf(triggerOf(flow));
  const others = flowsOn(db, flow.workspace_id, 'keyword').filter(({ id }) => id !== flow.id);
  const together = others.reduce((sum, other) => sum + patternSizeOf(triggerOf(other)), own);
  if (own === 0 || together <= mostPatternSizeOn) return [];
  const message = `The patterns of all flows that are on have ${together} characters; at most ${mostPatternSizeOn} are allowed`;
  return [{ field: 'trigger.words', code: 'patterns_too_large', message }];
}

/** Links to missing steps, unreachable steps, and loops in which no step pauses. */
export function checkStructure(steps: Node[]): FlowProblem[] {
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const problems: FlowProblem[] = [];
  for (const [index, step] of steps.entries()) {
    for (const { field, to } of step.exits) {
      if (to === null || places.has(to)) continue;
      problems.push({
        field: `steps[${index}].${field}`,
        code: 'unknown_step',
        message: `The step ${to} does not exist`,
      });
    }
  }
  const reached = reach(steps, places);
  for (const [index, { id }] of steps.entries()) {
    if (reached.has(id)) continue;
    problems.push({ field: `steps[${index}]`, code: 'unreachable', message: `No step leads to ${id}` });
  }
  for (const index of findLoops(steps, places)) {
    const message = 'This step is in a loop that contains no ask, appointment or wait';
    problems.push({ field: `steps[${index}]`, code: 'endless_loop', message });
  }
  return problems;
}

function reach(steps: Node[], places: Map<string, number>): Set<string> {
  const reached = new Set<string>();
  const open = steps.slice(0, 1);
  for (let step = open.pop(); step; step = open.pop()) {
    if (reached.has(step.id)) continue;
    reached.add(step.id);
    for (const { to } of step.exits) {
      const next = to === null ? undefined : steps[places.get(to) ?? -1];
      if (next) open.push(next);
    }
  }
  return reached;
}

/** The indexes of steps that can reach themselves through steps that do not pause. */
function findLoops(steps: Node[], places: Map<string, number>): number[] {
  const restless = (id: string | null) => {
    const step = id === null ? undefined : steps[places.get(id) ?? -1];
    return step && !step.pauses ? step : undefined;
  };
  return steps.flatMap((start, index) => {
    if (start.pauses) return [];
    const seen = new Set<string>();
    const open: Node[] = [start];
    for (let step = open.pop(); step; step = open.pop()) {
      for (const { to } of step.exits) {
        if (to === start.id) return [index];
        const next = restless(to);
        if (next && !seen.has(next.id)) {
          seen.add(next.id);
          open.push(next);
        }
      }
    }
    return [];
  });
}

/** A fault with the place within the step's config, where one is known. */
export type VariableFault = FlowProblem & { place: Place };

/** Names in texts that no step sets; most of them are misspelt. Null stands for a step that cannot be read. */
export function checkVariables(steps: (Step | null)[], nodes: Node[], trigger: Trigger): VariableFault[] {
  const known = new Set(nodes.flatMap(({ sets }) => sets));
  if (trigger.type === 'manual') for (const name of trigger.variables) known.add(name);
  const isKnown = (name: string): boolean => {
    const [group = '', ...rest] = name.split('.');
    if (group === 'event') return trigger.type === 'event' && rest.length > 0;
    return rest.length === 0
      ? known.has(name) || groups.has(name)
      : (groups.get(group)?.includes(rest.join('.')) ?? false);
  };
  return steps.flatMap((step, index) =>
    [...namesIn(step)]
      .filter(([name]) => !isKnown(name))
      .map(([name, place]) => ({
        field: `steps[${index}].config`,
        code: 'unknown_variable',
        message: `No step or trigger sets {{${name}}}`,
        place,
      })),
  );
}

/** The variables that a step names, each with its first place. */
function namesIn(step: Step | null): Map<string, Place> {
  const names = new Map<string, Place>();
  const add = (name: string, place: Place) => void (names.has(name) || names.set(name, place));
  if (step?.type === 'branch') {
    for (const [index, { conditions }] of step.config.branches.entries()) {
      for (const [inner, condition] of conditions.entries()) {
        if (condition.type === 'variable') add(condition.name, ['branches', index, 'conditions', inner, 'name']);
      }
    }
  }
  for (const { text, place } of placesOf(step?.config)) for (const name of variablesIn(text)) add(name, place);
  return names;
}
