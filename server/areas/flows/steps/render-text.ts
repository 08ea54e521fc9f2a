import {
  newBudget,
  parseTemplate,
  partsOf,
  renderTemplate,
  type TemplateBudget,
  templateFault,
} from '../../../platform/text/text-template.ts';

/** Values by name, or nested in a group, such as `contact.name`. */
export type Values = Record<string, string | Record<string, string>>;

/** The values for the texts of one step, and the shared budget for rendering them. */
export interface View {
  values: Values;
  budget: TemplateBudget;
}

/** Limit for all rendered texts of a step; a message may have 4,096, a request body 20,000. */
const mostCharacters = 50_000;

/** Groups of values that every run has. */
export const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ['contact', ['id', 'name', 'firstName', 'phone', 'username', 'email']],
  ['shop', ['name']],
  ['now', ['date', 'time']],
  ['message', ['text']],
]);

/** The variables that a text names; none for a string that is not a valid template, such as a tag name with braces. */
export function variablesIn(text: string): string[] {
  if (templateFault(text) !== null) return [];
  const names = partsOf(parseTemplate(text)).flatMap((part) => (part.kind === 'text' ? [] : [part.name]));
  return [...new Set(names.filter((name) => name !== '.'))];
}

/**
 * Renders a text; a name without a value renders as nothing. `encode` is applied to each value. Throws `TemplateError`
 * when the budget of the step is exhausted.
 */
export const renderText = (text: string, { values, budget }: View, encode?: (value: string) => string): string =>
  renderTemplate(text, values, budget, encode);

/** A view without prototypes, so that a template reaches nothing but its strings. */
export function toView(variables: Record<string, string>, known: Record<string, Record<string, string>>): View {
  const values: Values = Object.assign(Object.create(null), variables);
  for (const [group, entries] of Object.entries(known)) values[group] = Object.assign(Object.create(null), entries);
  return { values, budget: { ...newBudget(), characters: mostCharacters } };
}
