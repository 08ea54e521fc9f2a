import { z } from 'zod';
import { templateFault } from '../../../platform/text/text-template.ts';
import { groups } from './render-text.ts';

const idPattern = /^[A-Za-z0-9_-]{1,40}$/;
export const StepId = z.string().regex(idPattern, 'must be 1 to 40 letters, digits, - or _');
export const Next = StepId.nullable().default(null).describe('The next step; null ends the run.');

/** Text in which `{{name}}` is a variable of the run (mustache without partials). */
export const Text = (most: number, least = 0) =>
  z
    .string()
    .min(least)
    .max(most)
    .superRefine((text, context) => {
      const fault = templateFault(text);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

export const VariableName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'must begin with a lower-case letter and contain only letters, digits and _')
  .refine((name) => !groups.has(name) && name !== 'event', 'is reserved: every run has a value of this name');

/** A kind of step. `about` says what it does, `example` is one of its settings. */
export const step = <Type extends string, Config extends z.ZodType>(
  type: Type,
  about: string,
  config: Config,
  example: object,
) =>
  z
    .strictObject({
      id: StepId.describe('Yours to choose; unique in the flow.'),
      type: z.literal(type).describe('The kind of step.'),
      config: config.describe('What this kind of step needs.'),
      next: Next,
    })
    .meta({
      id: `FlowStep${type.replaceAll(/(^|_)(\w)/g, (_match, _before, letter: string) => letter.toUpperCase())}`,
      description: about,
      examples: [{ id: 's1', type, config: example, next: 's2' }],
    });

const json = z.json();

/** Any JSON value. The schema of the library names its recursion in the API document. */
export const JsonValue = z.unknown().refine((value) => json.safeParse(value).success, 'must be a JSON value');

export const OnError = StepId.nullable()
  .default(null)
  .describe('The step after a failure; null ends the run as FAILED.');

/** The keys and indexes that lead to a value. */
export type Place = (string | number)[];

/** The texts of a JSON value with their places, without its keys. */
export function placesOf(value: unknown, place: Place = []): { text: string; place: Place }[] {
  if (typeof value === 'string') return [{ text: value, place }];
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, entry]) => placesOf(entry, [...place, key]));
}

/** The texts of a JSON value, without its keys. */
export const textsIn = (value: unknown): string[] => placesOf(value).map(({ text }) => text);
