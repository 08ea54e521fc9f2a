import { assertSafeJson } from '../../http/body/json-body.ts';

/** The part of JSON Schema that the schemas of tools and operations use. */
interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** No number that loses digits when it is read. */
const plainNumber = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * Reads a value as a model meant it, where only one meaning is possible: numbers, booleans, lists and objects that were
 * written as text, and null or an empty text for what may be left out. What the schema takes as text stays text, so ids and
 * phone numbers are never touched. Everything else is left for the schema to refuse.
 */
export class LenientReader {
  readonly #root: JsonSchema;
  readonly #isEmptyAbsent: boolean;

  /** With `isEmptyAbsent` every empty text means nothing; otherwise only one that the schema refuses does. */
  constructor(schema: Record<string, unknown>, { isEmptyAbsent }: { isEmptyAbsent: boolean }) {
    this.#root = schema;
    this.#isEmptyAbsent = isEmptyAbsent;
  }

  read(value: unknown): unknown {
    return this.#read(this.#root, value);
  }

  #read(schema: JsonSchema, value: unknown): unknown {
    const choices = this.#choicesOf(schema);
    const meant = typeof value === 'string' ? readText(choices, value) : value;
    if (Array.isArray(meant)) {
      const items = choices.find(({ type }) => type === 'array')?.items;
      return items ? meant.map((item) => this.#read(items, item)) : meant;
    }
    if (typeof meant !== 'object' || meant === null) return meant;
    const objects = choices.filter(({ type }) => type === 'object');
    return objects.length === 1 ? this.#readObject(objects[0] as JsonSchema, meant) : meant;
  }

  #readObject({ properties = {}, required = [] }: JsonSchema, value: object): object {
    const entries = Object.entries(value).flatMap(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property) return [[name, item]];
      if (!required.includes(name) && this.#isAbsent(property, item)) return [];
      return [[name, this.#read(property, item)]];
    });
    return Object.fromEntries(entries);
  }

  #isAbsent(schema: JsonSchema, value: unknown): boolean {
    const choices = this.#choicesOf(schema);
    if (value === null) return !choices.some(({ type }) => type === undefined || type === 'null');
    return value === '' && (this.#isEmptyAbsent || !choices.some(takesEmptyText));
  }

  /** The alternatives of a schema, each of one type at most. */
  #choicesOf(schema: JsonSchema): (JsonSchema & { type?: string })[] {
    if (schema.$ref) return this.#choicesOf(this.#root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {});
    const nested = schema.anyOf ?? schema.oneOf;
    if (nested) return nested.flatMap((choice) => this.#choicesOf(choice));
    const types = [schema.type ?? []].flat();
    return types.length > 0 ? types.map((type) => ({ ...schema, type })) : [schema as JsonSchema & { type?: string }];
  }
}

const takesEmptyText = ({ type, enum: values, const: only, format, pattern, minLength = 0 }: JsonSchema): boolean =>
  type === undefined ||
  (type === 'string' && minLength === 0 && !format && !pattern && only === undefined && (values?.includes('') ?? true));

function readText(choices: (JsonSchema & { type?: string })[], text: string): unknown {
  const types = choices.map(({ type }) => type);
  if (types.includes(undefined) || types.includes('string')) return text;
  const bare = text.trim();
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && plainNumber.test(bare)) return Number(bare);
  if (types.includes('boolean') && /^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  if ((types.includes('array') && bare.startsWith('[')) || (types.includes('object') && bare.startsWith('{'))) {
    return parseJson(bare) ?? text;
  }
  return text;
}

/** Throws 400 for hostile JSON; undefined for what is none. */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  assertSafeJson(value, 'arguments');
  return value;
}
