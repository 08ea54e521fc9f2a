import { assertSafeJson } from '../../http/body/json-body.ts';

/** The subset of JSON Schema used by tools and operations. */
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

/** Excludes numbers that would lose digits as a double. */
const plainNumber = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * Coerces a model's arguments where the schema allows only one reading: numbers, booleans, lists and objects sent as
 * text, and null or an empty text for an optional value. A value that the schema accepts as text stays text, so ids and
 * phone numbers never change. The schema rejects the rest.
 */
export class LenientReader {
  readonly #root: JsonSchema;
  readonly #isEmptyAbsent: boolean;

  /** `isEmptyAbsent` treats every empty text as absent; otherwise only if the schema rejects it. */
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

  /** Returns the alternatives of a schema, each with at most one type. */
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

/** Parses JSON; undefined if it is invalid. Throws 400 for hostile JSON. */
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
