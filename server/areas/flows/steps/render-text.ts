import {
  fillTemplate,
  newBudget,
  parseTemplate,
  partsOf,
  type TemplateBudget,
  templateFault,
} from '../../../platform/text/text-template.ts';

/** Values by name; nested by a group, such as `contact.name`. */
export type Values = Record<string, string | Record<string, string>>;

/** What the texts of one step are filled from, and what filling them may cost together. */
export interface View {
  values: Values;
  budget: TemplateBudget;
}

/** Of all texts of a step: a message has 4,096 at most, the body of a request 20,000. */
const mostCharacters = 50_000;

/** Groups of values that every run has. */
export const groups: ReadonlyMap<string, readonly string[]> = new Map([
  ['contact', ['name', 'firstName', 'phone', 'email']],
  ['shop', ['name']],
  ['now', ['date', 'time']],
  ['message', ['text']],
]);

/** The names that a text asks for. A string that is no such text, such as the name of a tag, asks for none. */
export function variablesIn(text: string): string[] {
  if (templateFault(text) !== null) return [];
  const names = partsOf(parseTemplate(text)).flatMap((part) => (part.kind === 'text' ? [] : [part.name]));
  return [...new Set(names.filter((name) => name !== '.'))];
}

/**
 * Fills a text; a name that has no value leaves nothing. `encode` is what becomes of each value. Throws `TemplateError`
 * when the texts of the step come to too much.
 */
export const renderText = (text: string, { values, budget }: View, encode?: (value: string) => string): string =>
  fillTemplate(text, values, budget, encode);

/** A view without prototypes, of which nothing but its strings can be reached. */
export function toView(variables: Record<string, string>, known: Record<string, Record<string, string>>): View {
  const values: Values = Object.assign(Object.create(null), variables);
  for (const [group, entries] of Object.entries(known)) values[group] = Object.assign(Object.create(null), entries);
  return { values, budget: { ...newBudget(), characters: mostCharacters } };
}
