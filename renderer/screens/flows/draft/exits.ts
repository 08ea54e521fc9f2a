import type { Step, StepType } from './draft.ts';

/** How a run leaves a step; `branch` is one of several. */
export type ExitName = 'next' | 'onTimeout' | 'onInvalid' | 'onNone' | 'onError' | 'branch' | 'otherwise' | 'stepId';

export interface Exit {
  /** Path of the field that names the next step, as in the server's faults: `config.branches[0].next`. */
  field: string;
  name: ExitName;
  /** The next step; null ends the run. */
  to: string | null;
  /** Number of the branch, from 0. */
  index: number;
}

interface Branch {
  next: string | null;
}

const special: Partial<Record<StepType, ExitName[]>> = {
  ask: ['next', 'onTimeout', 'onInvalid'],
  appointment: ['next', 'onTimeout', 'onNone'],
  order: ['next', 'onError'],
  http: ['next', 'onError'],
  go_to: ['stepId'],
  handoff: [],
  end: [],
};

export const branchesOf = (step: Step): Branch[] => (step.config.branches as Branch[] | undefined) ?? [];

/** Every way out of a step, in the server's order. */
export function exitsOf(step: Step): Exit[] {
  if (step.type === 'branch') {
    const branches = branchesOf(step).map(
      ({ next: to }, index): Exit => ({ field: `config.branches[${index}].next`, name: 'branch', to, index }),
    );
    return [...branches, { field: 'next', name: 'otherwise', to: step.next, index: 0 }];
  }
  return (special[step.type] ?? ['next']).map((name) => {
    const field = name === 'next' ? name : `config.${name}`;
    return { field, name, to: readExit(step, field), index: 0 };
  });
}

/** The exits that cards and outline show: without those that cannot be taken and lead nowhere. */
export const shownExits = (step: Step): Exit[] =>
  exitsOf(step).filter(
    ({ name, to }) => name !== 'onTimeout' || to !== null || step.config.timeoutMinutes !== undefined,
  );

/** The field by which a run usually goes on; null for a step that ends it. */
export const mainField = ({ type }: Pick<Step, 'type'>): string | null =>
  type === 'go_to' ? 'config.stepId' : type === 'handoff' || type === 'end' ? null : 'next';

export const mainTarget = (step: Step): string | null => {
  const field = mainField(step);
  return field === null ? null : readExit(step, field);
};

const branchField = /^config\.branches\[(\d+)\]\.next$/;

export function readExit(step: Step, field: string): string | null {
  if (field === 'next') return step.next;
  const [, index] = branchField.exec(field) ?? [];
  if (index !== undefined) return branchesOf(step)[Number(index)]?.next ?? null;
  return (step.config[field.slice('config.'.length)] as string | null | undefined) || null;
}

/** The step with an exit that leads elsewhere. */
export function withExit(step: Step, field: string, to: string | null): Step {
  if (field === 'next') return { ...step, next: to };
  const [, index] = branchField.exec(field) ?? [];
  if (index !== undefined) {
    const branches = branchesOf(step).map((branch, at) => (at === Number(index) ? { ...branch, next: to } : branch));
    return { ...step, config: { ...step.config, branches } };
  }
  // A jump needs a step; without one the field is empty, which the server names as a fault.
  const empty = field === 'config.stepId' ? '' : null;
  return { ...step, config: { ...step.config, [field.slice('config.'.length)]: to ?? empty } };
}

/** The step with every exit mapped; itself if none changes. */
export function mapExits(step: Step, map: (to: string) => string | null): Step {
  return exitsOf(step).reduce((present, { field, to }) => {
    if (to === null) return present;
    const mapped = map(to);
    return mapped === to ? present : withExit(present, field, mapped);
  }, step);
}
