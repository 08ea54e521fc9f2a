import type { Result } from '../../../api/operations.ts';

export type Flow = Result<'getFlow'>;
export type StepType = Flow['steps'][number]['type'];
export type TriggerType = Flow['trigger']['type'];

/** Fields of a step's kind. While it is edited, it may lack what the server asks for. */
export type Config = Record<string, unknown>;

export interface Step {
  id: string;
  type: StepType;
  next: string | null;
  config: Config;
}

export interface Trigger {
  type: TriggerType;
  [field: string]: unknown;
}

export interface Place {
  x: number;
  y: number;
}

/** A flow as it is edited; nothing in it changes in place. */
export interface Draft {
  trigger: Trigger;
  /** A run begins at the first one. */
  steps: Step[];
  /** Where a person put cards of the canvas, by step; all others stand where the layout puts them. */
  places: Record<string, Place>;
}

/** Stands for the trigger where a step is named; no step can have this id. */
export const triggerId = '@trigger';

export const toDraft = ({ trigger, steps }: Pick<Flow, 'trigger' | 'steps'>, places: Draft['places'] = {}): Draft => ({
  trigger: { ...trigger },
  steps: steps as Step[],
  places,
});

/** Trigger and steps for a request; the server checks them. */
export const toBody = ({ trigger, steps }: Draft) => ({ trigger, steps }) as unknown as Pick<Flow, 'trigger' | 'steps'>;

export const findStep = ({ steps }: Draft, id: string | null): Step | undefined => steps.find((step) => step.id === id);

/** Whether two drafts would be saved as the same flow. */
export const isSameFlow = (one: Draft, other: Draft): boolean =>
  (one.steps === other.steps && one.trigger === other.trigger) ||
  JSON.stringify([one.trigger, one.steps]) === JSON.stringify([other.trigger, other.steps]);
