/**
 * Texts that users write with `{{names}}` and `{{#sections}}`: Mustache without partials and custom delimiters. Parsing
 * takes linear time; filling has a budget, since nested sections multiply. A test compares the results with Mustache
 * itself.
 */

/** A text that cannot be parsed or filled; the message completes "The template …". */
export class TemplateError extends Error {}

type Path = readonly string[];
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; path: Path; isRaw: boolean }
  | { kind: 'section'; name: string; path: Path; isInverted: boolean; parts: TemplatePart[] };

/** Remaining cost of filling. One budget may be shared by several texts of one event or step. */
export interface TemplateBudget {
  /** Parts filled plus objects searched for names. */
  steps: number;
  /** Characters of the result. */
  characters: number;
}

/** A few milliseconds, and far more than a message, a row or a request needs. */
export const newBudget = (): TemplateBudget => ({ steps: 50_000, characters: 250_000 });

const deepest = 5;
const tagKinds = ['#', '^', '/', '!', '&', '{', '>', '='];

interface Tag {
  kind: string;
  name: string;
  /** Position after the tag. */
  end: number;
}

/** Parses a text. Throws `TemplateError`. */
export function parseTemplate(text: string): TemplatePart[] {
  const tree = new Tree();
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    tree.addText(text.slice(at, open < 0 ? text.length : open));
    if (open < 0) return tree.end();
    const tag = readTag(text, open);
    tree.addTag(tag);
    at = tag.end;
  }
}

function readTag(text: string, open: number): Tag {
  let start = open + 2;
  while (/\s/.test(text.charAt(start))) start += 1;
  const kind = tagKinds.find((one) => one === text.charAt(start)) ?? 'name';
  if (kind !== 'name') start += 1;
  const closing = kind === '{' ? '}}}' : '}}';
  const close = text.indexOf(closing, start);
  if (close < 0) throw new TemplateError(`has {{ without ${closing} at character ${open + 1}`);
  return { kind, name: text.slice(start, close).trim(), end: close + closing.length };
}

/** Builds the tree of parts, nested below the open section. */
class Tree {
  readonly #parts: TemplatePart[] = [];
  readonly #open: Extract<TemplatePart, { kind: 'section' }>[] = [];
  /** Blanks of the current line. A line with only section or comment tags leaves no trace. */
  #blanks: { kind: 'text'; text: string }[] = [];
  #hasTag = false;
  #hasContent = false;

  get #present(): TemplatePart[] {
    return this.#open.at(-1)?.parts ?? this.#parts;
  }

  addText(text: string): void {
    for (const line of text.split(/(?<=\n)/)) {
      if (line === '') continue;
      const part = { kind: 'text' as const, text: line };
      this.#present.push(part);
      if (line.trim() === '') this.#blanks.push(part);
      else this.#hasContent = true;
      if (line.endsWith('\n')) this.#endLine();
    }
  }

  addTag({ kind, name }: Tag): void {
    this.#hasTag = true;
    const path = name.indexOf('.') > 0 ? name.split('.') : [name];
    if (kind === '#' || kind === '^') {
      if (this.#open.length === deepest) throw new TemplateError(`has sections more than ${deepest} deep`);
      const section = { kind: 'section' as const, name, path, isInverted: kind === '^', parts: [] };
      this.#present.push(section);
      this.#open.push(section);
    } else if (kind === '/') {
      const section = this.#open.pop();
      if (section?.name !== name) throw new TemplateError(`closes the section ${name}, which is not open there`);
    } else if (kind === '>' || kind === '=') {
      throw new TemplateError('takes no partials and no other delimiters');
    } else if (kind !== '!') {
      this.#hasContent = true;
      this.#present.push({ kind: 'value', name, path, isRaw: kind !== 'name' });
    }
  }

  end(): TemplatePart[] {
    this.#endLine();
    const open = this.#open.at(-1);
    if (open) throw new TemplateError(`does not close the section ${open.name}`);
    return this.#parts;
  }

  #endLine(): void {
    if (this.#hasTag && !this.#hasContent) for (const blank of this.#blanks) blank.text = '';
    this.#blanks = [];
    this.#hasTag = false;
    this.#hasContent = false;
  }
}

/** Values by name, in nested objects and lists. Only own properties are found. */
export type TemplateValues = object;

/**
 * Fills a text. A missing value becomes empty; objects become JSON. `encode` is applied to each value. Throws
 * `TemplateError` for an unparsable text and when the budget, which is reduced by the cost, is exhausted.
 */
export function renderTemplate(
  text: string,
  values: TemplateValues,
  budget: TemplateBudget,
  encode: (value: string) => string = (value) => value,
): string {
  if (!text.includes('{{')) return text;
  let filled = '';
  const add = (more: string): void => {
    spend(budget, 'characters', more.length);
    filled += more;
  };
  const fill = (parts: TemplatePart[], scopes: Scope): void => {
    for (const part of parts) {
      spend(budget, 'steps', 1);
      if (part.kind === 'text') add(part.text);
      else if (part.kind === 'section') for (const inner of enter(part, scopes, budget)) fill(part.parts, inner);
      else add(toText(lookUp(part.path, scopes, budget), part.isRaw ? String : encode));
    }
  };
  fill(parseTemplate(text), { value: values, outer: null });
  return filled;
}

/** The value of a section and its enclosing scope. */
interface Scope {
  value: unknown;
  outer: Scope | null;
}

/** A section is filled once per entry of a list, once for any other present value, and not at all for an absent one. */
function enter(part: Extract<TemplatePart, { kind: 'section' }>, scopes: Scope, budget: TemplateBudget): Scope[] {
  const value = lookUp(part.path, scopes, budget);
  const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
  if (part.isInverted) return isThere ? [] : [scopes];
  if (!isThere) return [];
  if (value === true) return [scopes];
  if (!Array.isArray(value)) return [{ value, outer: scopes }];
  spend(budget, 'steps', value.length);
  return value.map((entry) => ({ value: entry, outer: scopes }));
}

/** Returns the value of a name in the nearest scope that has it; undefined when none has. */
function lookUp(path: Path, scopes: Scope, budget: TemplateBudget): unknown {
  if (path.length === 1 && path[0] === '.') return scopes.value;
  for (let scope: Scope | null = scopes; scope; scope = scope.outer) {
    let { value }: { value: unknown } = scope;
    // The bare name `length` must not return the length of the enclosing section's text.
    let isFound = path.length > 1 || typeof value === 'object';
    for (const name of path) {
      spend(budget, 'steps', 1);
      isFound &&= value !== null && value !== undefined && Object.hasOwn(Object(value), name);
      if (!isFound) break;
      value = (value as Record<string, unknown>)[name];
    }
    if (isFound) return value;
  }
  return undefined;
}

function toText(value: unknown, encode: (value: string) => string): string {
  if (value === undefined || value === null) return '';
  return encode(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function spend(budget: TemplateBudget, what: keyof TemplateBudget, amount: number): void {
  budget[what] -= amount;
  if (budget[what] < 0) throw new TemplateError(`comes to more than can be filled: too many ${what}`);
}

/** Returns the fault of a text, such as "has sections more than 5 deep"; null when there is none. */
export function templateFault(text: string): string | null {
  try {
    parseTemplate(text);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** All parts of a text, including nested ones. */
export const partsOf = (parts: TemplatePart[]): TemplatePart[] =>
  parts.flatMap((part) => (part.kind === 'section' ? [part, ...partsOf(part.parts)] : [part]));
