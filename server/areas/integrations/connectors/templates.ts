import { z } from 'zod';
import {
  newBudget,
  parseTemplate,
  partsOf,
  renderTemplate,
  TemplateError,
  templateFault,
} from '../../../platform/text/text-template.ts';
import { ConnectorError, type SyncEvent } from './connector.ts';

const longestTemplate = 4_000;

function faultOf(text: string): string | null {
  const fault = templateFault(text);
  if (fault !== null) return fault;
  const isRaw = partsOf(parseTemplate(text)).some((part) => part.kind === 'value' && part.isRaw);
  return isRaw ? 'may contain only {{names}} and {{#sections}}' : null;
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

/** Templates by column, property or field name of the other system. */
export const Fields = z
  .record(z.string().trim().min(1).max(200), Template)
  .refine((fields) => Object.keys(fields).length > 0, 'must have at least one field')
  .refine((fields) => Object.keys(fields).length <= 100, 'may have at most 100 fields');
export type Fields = z.output<typeof Fields>;

/**
 * Fills a template from the event. A missing value becomes empty, one that is not text JSON. `encode` is applied to each
 * value. Throws `ConnectorError` (`template`) when the text cannot be filled or exceeds `budget`, which the texts of one
 * event may share.
 */
export function fill(text: string, event: SyncEvent, encode?: (value: string) => string, budget = newBudget()): string {
  try {
    return renderTemplate(text, event, budget, encode);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new ConnectorError('template', `A template ${error.message}`, { isFinal: true });
  }
}

export function fillFields(fields: Fields, event: SyncEvent): Record<string, string> {
  const budget = newBudget();
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fill(text, event, undefined, budget)]));
}
