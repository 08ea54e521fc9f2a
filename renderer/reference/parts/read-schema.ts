import type { Schema } from '../document.ts';

type Find = (schema: Schema) => Schema;

/** A schema without references, and without the null that it may also be. */
export interface Known {
  schema: Schema;
  isNullable: boolean;
  /** The forms of which it has one; empty if it has only one. */
  forms: Schema[];
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** Resolves a schema, and what it is made of. */
export function know(given: Schema, find: Find): Known {
  const found = merge(find(given), find);
  const { anyOf, oneOf, ...own } = found;
  const forms = [...(anyOf ?? oneOf ?? [])].filter((form) => !isNull(find(form)));
  const types = [found.type ?? []].flat();
  const isNullable = types.includes('null') || (anyOf ?? oneOf ?? []).some((form) => isNull(find(form)));
  const [only] = forms;
  if (forms.length !== 1 || !only) return { schema: own, isNullable, forms };
  const inner = know(only, find);
  const description = own.description ?? inner.schema.description;
  return {
    ...inner,
    schema: { ...inner.schema, ...(description === undefined ? {} : { description }) },
    isNullable: isNullable || inner.isNullable,
  };
}

/** What a reference or `allOf` adds becomes a part of the schema. */
function merge(schema: Schema, find: Find): Schema {
  const { allOf = [], ...own } = schema;
  return Object.assign({}, ...allOf.map((part) => merge(find(part), find)), own);
}

/** The schema of the entries of a list; null for anything else. */
export const itemsOf = ({ items }: Schema): Schema | null => (typeof items === 'object' ? items : null);

/** The type in words, such as `array of string or null`. */
export function describeType(given: Schema, find: Find): string {
  const { schema, isNullable, forms } = know(given, find);
  const words = isNullable ? ' or null' : '';
  if (forms.length > 1) return [...new Set(forms.map((form) => describeType(form, find)))].join(' or ') + words;
  const items = itemsOf(schema);
  if (items) return `array of ${describeType(items, find)}${words}`;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const type = types.join(' or ') || (schema.enum || schema.const !== undefined ? 'string' : 'any');
  return `${schema.format && type === 'string' ? `${type} (${schema.format})` : type}${words}`;
}

/** Bounds and the default, in words. */
export function describeLimits(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, minItems, maxItems } = schema;
  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least && most !== undefined) return least === most ? [`${least}${unit}`] : [`${least} to ${most}${unit}`];
    if (most !== undefined) return [`at most ${most}${unit}`];
    return least ? [`at least ${least}${unit}`] : [];
  };
  const isPlain = schema.default !== undefined && schema.default !== null && typeof schema.default !== 'object';
  return [
    // That a text is not empty goes without saying.
    ...(minLength === 1 && maxLength === undefined ? [] : range(minLength, maxLength, ' characters')),
    ...(minimum !== undefined && maximum === undefined ? [`at least ${minimum}`] : range(minimum, maximum, '')),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...range(minItems, maxItems, ' entries'),
    ...(isPlain ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

/** A value that has the form of a schema, with its required fields, to begin a body with. */
export function beginValue(given: Schema, find: Find): unknown {
  const { schema, isNullable, forms } = know(given, find);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (forms[0]) return beginValue(forms[0], find);
  if (schema.default !== undefined) return schema.default;
  const { properties = {}, required = [] } = schema;
  switch ([schema.type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, beginValue(properties[name] ?? {}, find)]));
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return isNullable ? null : {};
  }
}
