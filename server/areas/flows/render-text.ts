import Mustache from 'mustache';

/** Values by name; nested by a group, such as `contact.name`. Without a prototype, so that only what is set is found. */
export type View = Record<string, string | Record<string, string>>;

type Token = [kind: string, value: string, start: number, end: number, nested?: Token[] | number];

/** Groups of values that every run has. */
export const groups: Record<string, readonly string[]> = {
  contact: ['name', 'firstName', 'phone', 'email'],
  shop: ['name'],
  now: ['date', 'time'],
  message: ['text'],
};

/** What is wrong with a text with `{{variables}}`; null when nothing is. */
export function templateFault(text: string): string | null {
  try {
    const forbidden = allTokens(text).find(([kind]) => kind === '>' || kind === '=');
    return forbidden ? 'takes {{variables}} and sections, but no partials and no other delimiters' : null;
  } catch (error) {
    return `is no text with {{variables}}: ${(error as Error).message}`;
  }
}

/** The names that a text asks for. A string that is no such text, such as the name of a tag, asks for none. */
export function variablesIn(text: string): string[] {
  if (templateFault(text) !== null) return [];
  const names = allTokens(text).filter(([kind]) => ['name', '&', '#', '^'].includes(kind));
  return [...new Set(names.map(([, name]) => name).filter((name) => name !== '.'))];
}

function allTokens(text: string): Token[] {
  const flatten = (tokens: Token[]): Token[] =>
    tokens.flatMap((token) => [token, ...(Array.isArray(token[4]) ? flatten(token[4]) : [])]);
  return flatten(Mustache.parse(text) as Token[]);
}

/** Fills a text; a name that has no value leaves nothing. `encode` is what becomes of each value. */
export const renderText = (text: string, view: View, encode: (value: string) => string = (value) => value): string =>
  text.includes('{{') ? Mustache.render(text, view, undefined, { escape: encode }) : text;

/** A view without prototypes, of which a text can reach nothing but its strings. */
export function toView(variables: Record<string, string>, known: Record<string, Record<string, string>>): View {
  const view: View = Object.assign(Object.create(null), variables);
  for (const [group, values] of Object.entries(known)) view[group] = Object.assign(Object.create(null), values);
  return view;
}
