import fc from 'fast-check';
import { alternatives, isNullable, type Schema } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample-body.ts';

/** Texts that break software: SQL, searches, spreadsheets, templates and Unicode. */
const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202Eabc',
  '\uFEFF',
  '👩‍👩‍👧‍👦',
  'İıŞß',
  'e\u0301\u0301\u0301',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '"',
  '*',
  '"a* OR NOT NEAR(b',
  'AND',
  '%',
  '_',
  '\\',
  '=1+1',
  '@SUM(A1)',
  '{{1}}',
  '{{name',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'CON',
  '-1',
  '0',
  '1e999',
  'NaN',
  '9007199254740993',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '+000000-01-01T00:00:00.000Z',
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  'true',
  'null',
  '[]',
];

/** Ids that are unknown or malformed. */
export const junkIds: string[] = [...nasty.filter((text) => text.trim() !== ''), 'x'.repeat(300)];

/** Returns the known ids for a field, by its name. */
export type IdsFor = (field: string) => string[];

/** A wrong value for any field. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER, [], {}, [null], [[]], { a: 1 }),
  fc.constantFrom(...nasty),
  fc.constantFrom(64, 1_000, 20_000).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Texts without a known form. */
const freeText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    fc.constantFrom(...nasty),
    fc.constantFrom(minLength, maxLength, maxLength + 1).map((length) => 'x'.repeat(Math.min(length, 20_000))),
  );

/** Addresses that do not leave this machine. */
const urls = [
  'http://127.0.0.1:9/a.png',
  'http://[::1]:9/',
  'http://user:word@127.0.0.1:9/a',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'gopher://127.0.0.1:9/',
  'http://',
];

function textOf(schema: Schema & { pattern?: string }, name: string): fc.Arbitrary<unknown> {
  const sample = /url$/i.test(name) ? fc.constantFrom(...urls) : fc.constant(sampleOf(schema, name));
  const { minLength = 0, maxLength = 200, pattern } = schema;
  if (pattern === undefined) return fc.oneof(sample, freeText(minLength, maxLength));
  try {
    return fc.oneof(sample, fc.stringMatching(new RegExp(pattern, 'u'), { maxLength }), freeText(minLength, maxLength));
  } catch {
    // A pattern for which fast-check cannot generate texts.
    return fc.oneof(sample, freeText(minLength, maxLength));
  }
}

function numberOf({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1e15, -1e15);
  const max = Math.min(maximum ?? 1e15, 1e15);
  const edges = fc.constantFrom(min, max, Math.max(min, Math.min(max, 1)));
  if (type === 'integer')
    return fc.oneof(edges, fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) }));
  const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => Math.min(max, Math.max(min, value / 100)));
  return fc.oneof(edges, cents, fc.double({ min, max, noNaN: true }));
}

/** Values that a schema accepts; `ids` fills the reference fields. */
export function valuesOf(schema: Schema, name: string, ids: IdsFor, depth = 0): fc.Arbitrary<unknown> {
  const known = ids(name);
  const options = alternatives(schema).map((option) => plainValuesOf(option, name, ids, depth));
  const values = fc.oneof(...(options.length > 0 ? options : [fc.constant(null)]));
  const named = known.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, values) : values;
  const isText = alternatives(schema).some((option) => option.type === 'string');
  const usual = isText ? named : values;
  return isNullable(schema) ? fc.oneof({ weight: 5, arbitrary: usual }, fc.constant(null)) : usual;
}

function plainValuesOf(schema: Schema, name: string, ids: IdsFor, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return listsOf(schema, name, ids, depth);
    case 'object':
      return objectsOf(schema, name, ids, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Below this depth values are minimal, because some schemas are recursive. */
const deepest = 5;

function listsOf(schema: Schema, name: string, ids: IdsFor, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 20 } = schema;
  if (depth > deepest) return fc.constant(sampleOf(schema, name));
  const entry = valuesOf(items, name, ids, depth + 1);
  return fc.array(entry, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) });
}

function objectsOf(schema: Schema, name: string, ids: IdsFor, depth: number): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = schema;
  if (depth > deepest) return fc.constant(sampleOf(schema, name));
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? valuesOf(additionalProperties, '', ids, depth + 1) : junk;
    return fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 20 }), value, { maxKeys: 4 });
  }
  const fields = Object.entries(properties).map(([key, property]) => [key, valuesOf(property, key, ids, depth + 1)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[], noNullPrototype: true });
}
