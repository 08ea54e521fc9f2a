import { z } from 'zod';
import {
  fillTemplate,
  newBudget,
  parseTemplate,
  partsOf,
  TemplateError,
} from '../../../platform/text/text-template.ts';
import { ConnectorError, type SyncEvent } from './connector.ts';

const longestTemplate = 4_000;

function faultOf(text: string): string | null {
  try {
    const isRaw = partsOf(parseTemplate(text)).some((part) => part.kind === 'value' && part.isRaw);
    return isRaw ? 'takes {{names}} and {{#sections}} only' : null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** Text in which `{{data.clientName}}` stands for a value of the event (mustache, without partials). */
export const Template = z
  .string()
  .max(longestTemplate)
  .superRefine((text, context) => {
    const fault = faultOf(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .describe('Text in which `{{data.clientName}}` stands for a value of the event.');

/** Column, property or field names of the other side, each with its template. */
export const Fields = z
  .record(z.string().trim().min(1).max(200), Template)
  .refine((fields) => Object.keys(fields).length > 0, 'needs at least one field')
  .refine((fields) => Object.keys(fields).length <= 100, 'takes 100 fields at most');
export type Fields = z.output<typeof Fields>;

/**
 * Fills a template from the event. A name without a value leaves nothing; what is no text comes as JSON. `encode` is
 * what becomes of each value. Throws `ConnectorError` (`template`) for a text that cannot be filled, or that comes to
 * more than `budget`, which texts of one event may share.
 */
export function fill(text: string, event: SyncEvent, encode?: (value: string) => string, budget = newBudget()): string {
  try {
    return fillTemplate(text, event, budget, encode);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new ConnectorError('template', `A template ${error.message}`, { isFinal: true });
  }
}

export function fillFields(fields: Fields, event: SyncEvent): Record<string, string> {
  const budget = newBudget();
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fill(text, event, undefined, budget)]));
}
