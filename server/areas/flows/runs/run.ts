import type { Language } from '../../../platform/text/languages.ts';
import type { StepOf, StepType } from '../steps/step.schemas.ts';

export const openStates = ['RUNNING', 'WAITING_ANSWER', 'WAITING_TIME'] as const;
export const runOutcomes = ['COMPLETED', 'INTERRUPTED', 'EXPIRED', 'FAILED'] as const;
export type RunOutcome = (typeof runOutcomes)[number];
export type RunState = (typeof openStates)[number] | RunOutcome;

/** A run expires after this many steps; a conversation that still loops helps nobody. */
export const mostSteps = 500;

export const isOpen = (state: RunState): boolean => (openStates as readonly string[]).includes(state);

export interface Reason {
  code: string;
  message: string;
}

export interface Slot {
  startTime: string;
  endTime: string;
}

/** The state of a run. Values are texts; fields of the triggering event are under `event.…`. */
export interface Run {
  state: RunState;
  /** The current step; after the end, the step at which the run ended. */
  stepId: string | null;
  stepCount: number;
  variables: Record<string, string>;
  /** Number of answers that did not fit the current question, the times it offered, and when it was asked. */
  waiting: { tries: number; offered: Slot[]; askedAt: string | null } | null;
  /** When the run continues by itself (UTC text). */
  dueAt: string | null;
  reason: Reason | null;
}

/** An input of the interpreter. */
export type Input =
  | { kind: 'go' }
  | { kind: 'answer'; text: string }
  | { kind: 'due' }
  | { kind: 'done'; variables?: Record<string, string>; offered?: Slot[] }
  | { kind: 'failed'; code: string; message: string };

/** The facts that the interpreter may read. */
export interface Facts {
  now: string;
  timezone: string;
  country: string;
  language: Language;
  shopName: string;
  /** A hidden number is empty, as is an unknown user name. */
  contact: { id: string; name: string; phone: string; username: string; email: string; tags: string[] };
  /** Whether the agent's shop is open at `now`. */
  isOpen: boolean;
}

export interface Draft {
  content?: string;
  mediaUrl?: string;
  template?: { name: string; language: string; variables?: string[] | Record<string, string> };
  request?: 'contactInfo';
}

type Config<Type extends StepType> = StepOf<Type>['config'];

/** An effect of a step, its texts filled in. Each but `send` leads to the input `done` or `failed`. */
export type Effect =
  | { kind: 'send'; draft: Draft }
  | { kind: 'tag'; config: Config<'tag'> }
  | { kind: 'conversation_stage'; config: Config<'conversation_stage'> }
  | { kind: 'crm_card'; config: Config<'crm_card'> }
  | { kind: 'lead'; config: Config<'lead'> }
  | { kind: 'order'; config: Config<'order'> }
  | { kind: 'handoff'; config: Config<'handoff'> }
  | { kind: 'free_slots'; config: Config<'appointment'> }
  | { kind: 'book'; config: Config<'appointment'>; slot: Slot }
  | HttpEffect
  | { kind: 'agent'; text: string };

export interface HttpEffect {
  kind: 'http';
  method: StepOf<'http'>['config']['method'];
  url: string;
  headers: Record<string, string>;
  /** JSON text; null for none. */
  body: string | null;
  timeoutMs: number;
  map: StepOf<'http'>['config']['map'];
}

export interface StepResult {
  run: Run;
  effects: Effect[];
}

export type DatabaseEffect = Exclude<Effect, { kind: 'send' | 'http' | 'agent' }>;
export type OutsideEffect = HttpEffect | Extract<Effect, { kind: 'agent' }>;
export const isOutside = (effect: Effect): effect is OutsideEffect => effect.kind === 'http' || effect.kind === 'agent';
