import type { z } from 'zod';
import type { Step } from '../steps/step.schemas.ts';
import type { Trigger } from '../triggers/trigger.schemas.ts';
import type { TemplateWords } from './words.schemas.ts';

export interface Content {
  trigger: z.input<typeof Trigger>;
  /** The first step begins. */
  steps: z.input<typeof Step>[];
}

/** Builds a ready-made flow from its words of one language. */
export type Build<Key extends keyof TemplateWords> = (words: TemplateWords[Key]) => Content;

export const say = (id: string, text: string, next: string | null) => ({
  id,
  type: 'message' as const,
  config: { text },
  next,
});

export const ask = (id: string, variable: string, text: string, next: string) => ({
  id,
  type: 'ask' as const,
  config: { text, variable },
  next,
});

/** A question with answers to choose from, by value. */
export const choose = (
  id: string,
  variable: string,
  text: string,
  labels: Record<string, string>,
  to: { next: string; otherwise: string | null },
) => ({
  id,
  type: 'ask' as const,
  config: {
    text,
    variable,
    kind: 'choice' as const,
    choices: Object.entries(labels).map(([value, label]) => (value === label ? { value } : { value, label })),
    onInvalid: to.otherwise,
  },
  next: to.next,
});

/** Goes to the step of a variable's value. */
export const fork = (id: string, name: string, steps: Record<string, string>, next: string | null) => ({
  id,
  type: 'branch' as const,
  config: {
    branches: Object.entries(steps).map(([value, to]) => ({
      conditions: [{ type: 'variable' as const, name, operator: 'equals' as const, value }],
      next: to,
    })),
  },
  next,
});

export const handOver = (id: string, text: string) => ({ id, type: 'handoff' as const, config: { text } });
