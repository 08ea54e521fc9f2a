import type { Step, StepOf, StepType } from './step.schemas.ts';

/** A step that can follow, with the field that names it; null ends the run. */
export interface Exit {
  field: string;
  to: string | null;
}

/** What the checks and the engine must know of a type of step, beside what it does. */
interface StepTraits<Type extends StepType> {
  exits(step: StepOf<Type>): Exit[];
  /** The variables that it sets. */
  sets(step: StepOf<Type>): string[];
  /** A run pauses here; a loop through such a step is allowed. */
  pauses: boolean;
  /** It has no effect: one transaction performs many such steps. */
  isPure: boolean;
}

const next = (step: Step): Exit => ({ field: 'next', to: step.next });

const config = <Name extends string>(step: { config: Record<Name, string | null> }, name: Name): Exit => ({
  field: `config.${name}`,
  to: step.config[name],
});

/** Has an effect, sets nothing, and goes on with the next step. */
const plain = { exits: (step: Step) => [next(step)], sets: () => [], pauses: false, isPure: false };

const traits: { [Type in StepType]: StepTraits<Type> } = {
  message: plain,
  ask: {
    exits: (step) => [next(step), config(step, 'onTimeout'), config(step, 'onInvalid')],
    sets: (step) => [step.config.variable],
    pauses: true,
    isPure: false,
  },
  branch: {
    exits: (step) => [
      ...step.config.branches.map(({ next: to }, index) => ({ field: `config.branches[${index}].next`, to })),
      next(step),
    ],
    sets: () => [],
    pauses: false,
    isPure: true,
  },
  wait: { ...plain, pauses: true, isPure: true },
  set: { ...plain, sets: (step) => Object.keys(step.config.values), isPure: true },
  tag: plain,
  conversation_stage: plain,
  crm_card: { ...plain, sets: () => ['cardId'] },
  lead: { ...plain, sets: () => ['leadId'] },
  order: {
    ...plain,
    exits: (step) => [next(step), config(step, 'onError')],
    sets: () => ['orderId', 'orderNumber', 'orderTotal', 'error'],
  },
  appointment: {
    exits: (step) => [next(step), config(step, 'onTimeout'), config(step, 'onNone')],
    sets: () => ['appointmentId', 'appointmentTime', 'error'],
    pauses: true,
    isPure: false,
  },
  http: {
    ...plain,
    exits: (step) => [next(step), config(step, 'onError')],
    sets: (step) => ['httpStatus', 'error', ...step.config.map.map(({ variable }) => variable)],
  },
  agent: plain,
  handoff: { ...plain, exits: () => [] },
  go_to: { ...plain, exits: (step) => [config(step, 'stepId')], isPure: true },
  end: { ...plain, exits: () => [], isPure: true },
};

const traitsOf = <Type extends StepType>(step: StepOf<Type>): StepTraits<Type> => traits[step.type];

export const exitsOf = (step: Step): Exit[] => traitsOf(step).exits(step);
export const setBy = (step: Step): string[] => traitsOf(step).sets(step);
export const pauses = (step: Step): boolean => traits[step.type].pauses;
export const isPure = (step: Step): boolean => traits[step.type].isPure;

/** What the checks of a flow read of a step. */
export interface Node {
  id: string;
  exits: Exit[];
  sets: string[];
  pauses: boolean;
}

export const nodeOf = (step: Step): Node => ({
  id: step.id,
  exits: exitsOf(step),
  sets: setBy(step),
  pauses: pauses(step),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const isText = (value: unknown): value is string => typeof value === 'string';

/** What the checks of the other steps need of a step that its schema rejects. */
export function readLoosely(raw: unknown, index: number): Node {
  const { id, type, next: to, config: fields } = isObject(raw) ? raw : {};
  const config = isObject(fields) ? fields : {};
  const shaped = {
    id: isText(id) ? id : `#${index}`,
    type: isText(type) && Object.hasOwn(traits, type) ? type : 'message',
    next: to,
    config: {
      ...config,
      branches: objectsIn(config.branches),
      map: objectsIn(config.map),
      values: isObject(config.values) ? config.values : {},
    },
  } as unknown as Step;
  const node = nodeOf(shaped);
  const exits = node.exits.map(({ field, to: target }) => ({ field, to: isText(target) ? target : null }));
  return { ...node, exits, sets: node.sets.filter(isText) };
}
