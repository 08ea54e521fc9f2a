import Mustache from 'mustache';
import { z } from 'zod';
import { ConnectorError, type SyncEvent } from './connector.ts';

type Token = [kind: string, value: string, start: number, end: number, nested?: Token[] | number];

const forbidden = ['>', '=', '&', '{'];
const longestTemplate = 4_000;

function templateFault(text: string): string | null {
  try {
    const hasForbidden = (tokens: Token[]): boolean =>
      tokens.some(
        ([kind, , , , nested]) => forbidden.includes(kind) || (Array.isArray(nested) && hasForbidden(nested)),
      );
    return hasForbidden(Mustache.parse(text) as Token[]) ? 'takes {{names}} and {{#sections}} only' : null;
  } catch (error) {
    return `is no text with {{names}}: ${(error as Error).message}`;
  }
}

/** Text in which `{{data.clientName}}` stands for a value of the event (mustache, without partials). */
export const Template = z
  .string()
  .max(longestTemplate)
  .superRefine((text, context) => {
    const fault = templateFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .describe('Text in which `{{data.clientName}}` stands for a value of the event.');

/** Column, property or field names of the other side, each with its template. */
export const Fields = z
  .record(z.string().trim().min(1).max(200), Template)
  .refine((fields) => Object.keys(fields).length > 0, 'needs at least one field')
  .refine((fields) => Object.keys(fields).length <= 100, 'takes 100 fields at most');
export type Fields = z.output<typeof Fields>;

/** What a template can reach: the event's values without prototypes, so that nothing but data is found. */
function toView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toView);
  if (typeof value === 'object' && value !== null) {
    const view = Object.create(null);
    for (const [name, entry] of Object.entries(value)) view[name] = toView(entry);
    return view;
  }
  return value ?? '';
}

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/**
 * Fills a template from the event. A name without a value leaves nothing; what is no text comes as JSON. `encode` is
 * what becomes of each value. Throws `ConnectorError` (`template`) for a text that cannot be filled.
 */
export function fill(text: string, event: SyncEvent, encode: (value: string) => string = (value) => value): string {
  if (!text.includes('{{')) return text;
  try {
    return Mustache.render(text, toView(event), undefined, { escape: (value) => encode(toText(value)) });
  } catch (error) {
    throw new ConnectorError('template', `The template cannot be filled: ${(error as Error).message}`, {
      isFinal: true,
    });
  }
}

export const fillFields = (fields: Fields, event: SyncEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fill(text, event)]));
