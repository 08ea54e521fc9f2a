/** Property of a connector's JSON Schema, as far as the form needs it. */
export interface FieldSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  enum?: string[];
  default?: unknown;
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

export interface Field extends FieldSchema {
  name: string;
  isRequired: boolean;
}

/** A name with its value, such as a column with its content. */
export interface Row {
  /** React key of the line. */
  key: number;
  name: string;
  value: string;
}

export type FieldValue = string | number | boolean | string[] | Row[];
export type FieldValues = Record<string, FieldValue>;

/** Fields of a form in the schema's order. */
export function fieldsOf(schema: Record<string, unknown>): Field[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({ ...field, name, isRequired: required.includes(name) }));
}

let lastKey = 0;
export const rowOf = (name = '', value = ''): Row => {
  lastKey += 1;
  return { key: lastKey, name, value };
};

function beginValue({ type, default: otherwise }: FieldSchema, present: unknown): FieldValue {
  if (type === 'object') {
    return Object.entries((present ?? {}) as Record<string, string>).map(([name, value]) => rowOf(name, value));
  }
  if (type === 'array') return (present ?? []) as string[];
  return (present ?? otherwise ?? (type === 'boolean' ? false : '')) as FieldValue;
}

/** Initial values: the saved ones, else the schema's defaults. */
export const beginValues = (fields: Field[], present: Record<string, unknown> = {}): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, beginValue(field, present[field.name])]));

const isRows = (value: FieldValue): value is Row[] => Array.isArray(value) && typeof value[0] === 'object';

function toPlain(value: FieldValue): unknown {
  if (typeof value === 'string') return value.trim();
  if (!isRows(value)) return value;
  const named = value.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map(({ name, value: text }) => [name.trim(), text]));
}

const isEmpty = (plain: unknown): boolean =>
  plain === '' || (typeof plain === 'object' && plain !== null && Object.keys(plain).length === 0);

/** Request body: omits empty optional fields, but sends an emptied default so that it is overridden. */
export function toBody(fields: Field[], values: FieldValues): Record<string, unknown> {
  const entries = fields.map((field) => [field, toPlain(values[field.name] ?? '')] as const);
  const sent = entries.filter(([field, plain]) => field.isRequired || field.default !== undefined || !isEmpty(plain));
  return Object.fromEntries(sent.map(([{ name }, plain]) => [name, plain]));
}

/** Whether a required field is empty. A password may be empty: some servers have none. */
export const isMissing = (field: Field, values: FieldValues): boolean =>
  field.isRequired &&
  isEmpty(toPlain(values[field.name] ?? '')) &&
  (field.type !== 'string' ||
    field.minLength !== undefined ||
    field.pattern !== undefined ||
    field.format !== undefined);

/** The server's message for a field or anything nested in it. */
export function faultIn(fields: Record<string, string>, root: string, name: string): string | undefined {
  const path = `${root}.${name}`;
  const inside = Object.keys(fields).find((key) => key.startsWith(`${path}.`) || key.startsWith(`${path}[`));
  if (fields[path] !== undefined) return fields[path];
  return inside === undefined ? undefined : `${inside.slice(path.length + 1)}: ${fields[inside]}`;
}
