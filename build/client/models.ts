import { type ApiDocument, referenceOf, type Schema } from './document.ts';
import { toSingular, toStem, toTypeName } from './type-names.ts';

/**
 * Writes TypeScript types from the schemas of the API document. Components keep their names; an object or an enum inside
 * of one is named after where it is, and shared where the same property has the same shape elsewhere.
 */
export class ModelWriter {
  readonly #schemas: Record<string, Schema>;
  /** The declarations so far, by name. */
  readonly #written = new Map<string, string>();
  /** The names of inner shapes by property and content. */
  readonly #shared = new Map<string, string>();
  /** What tells the inner shapes of an answer from those of the same component as it is sent. */
  #suffix = '';

  constructor({ components }: ApiDocument) {
    this.#schemas = components.schemas;
    // Shapes of what callers read give their names to the same shapes of what they send.
    const names = Object.keys(this.#schemas).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
    for (const name of names) this.#declareComponent(name);
  }

  /** The declarations by name. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#written;
  }

  /** The schema of the component to which another refers. */
  schemaOf(schema: Schema): Schema {
    return this.#schemas[referenceOf(schema) ?? ''] ?? schema;
  }

  /** The type of a schema; `name` is for what it declares on the way, `property` is where the schema stands. */
  typeOf(schema: Schema, name: string, property = ''): string {
    const reference = referenceOf(schema);
    if (reference) return reference;
    if ('const' in schema) return literal(schema.const);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#union(choices, name, property);
    if (schema.enum) return this.#inner(`= ${union(schema.enum.map(literal))};`, 'type', schema, name, property);
    return union([schema.type ?? 'unknown'].flat().map((type) => this.#plain(type, schema, name, property)));
  }

  /** Declares an interface of these fields. */
  declareInterface(name: string, schema: Schema): void {
    this.#declare('interface', name, `{\n${this.#fields(schema, toStem(name))}}`, schema.description);
  }

  /** Declares a type by its text. */
  declareType(name: string, text: string, description: string): void {
    this.#declare('type', name, `= ${text};`, description);
  }

  /** Declares an event, whose earlier state has some of the fields of `data`. */
  declareEvent(name: string, envelope: Schema, data: string): void {
    const { previous, ...properties } = envelope.properties ?? {};
    const text = `{\n${this.#fields({ ...envelope, properties }, name)}${docOf(previous?.description, '  ')}  previous?: Partial<${data}>;\n}`;
    this.#declare('interface', name, text, envelope.description);
  }

  #declareComponent(name: string): void {
    const schema = this.#schemas[name] as Schema;
    this.#suffix = name.endsWith('Output') ? 'Output' : '';
    if (schema.properties) {
      this.declareInterface(name, schema);
      return;
    }
    const text = schema.enum ? union(schema.enum.map(literal)) : this.typeOf(schema, toStem(name));
    this.#declare('type', name, `= ${text};`, schema.description);
  }

  #declare(kind: 'type' | 'interface', name: string, text: string, description?: string): void {
    const declaration = `${docOf(description)}export ${kind} ${name} ${text}\n`;
    const known = this.#written.get(name);
    if (known !== undefined && known !== declaration) {
      throw new Error(`Two shapes would be named ${name}: give one a name by \`.meta({ id })\``);
    }
    this.#written.set(name, declaration);
  }

  #union(choices: Schema[], name: string, property: string): string {
    const shapes = choices.filter((choice) => choice.properties);
    return union(
      choices.map((choice) => this.typeOf(choice, shapes.length > 1 ? name + this.#variantOf(choice) : name, property)),
    );
  }

  /** What tells one shape of a union from the others: the constants in it. */
  #variantOf({ properties = {}, required = [] }: Schema): string {
    const constants = Object.values(properties).flatMap((field) => ('const' in field ? [String(field.const)] : []));
    return toTypeName((constants[0] ?? required[0] ?? '').toLowerCase());
  }

  #plain(type: string, schema: Schema, name: string, property: string): string {
    if (type === 'integer') return 'number';
    if (type === 'string') return schema.format === 'binary' ? 'Blob' : 'string';
    if (type === 'array') return this.#list(schema, name, property);
    if (type !== 'object') return type;
    const { additionalProperties: others, properties } = schema;
    if (properties && Object.keys(properties).length > 0) {
      return this.#inner(`{\n${this.#fields(schema, name)}}`, 'interface', schema, name, property);
    }
    if (properties) return 'Record<string, never>';
    return `Record<string, ${typeof others === 'object' ? this.typeOf(others, toSingular(name), property) : 'unknown'}>`;
  }

  #list({ items, prefixItems }: Schema, name: string, property: string): string {
    if (prefixItems) return `[${prefixItems.map((item) => this.typeOf(item, name, property)).join(', ')}]`;
    const one = typeof items === 'object' ? this.typeOf(items, toSingular(name), property) : 'unknown';
    return one.includes(' ') ? `(${one})[]` : `${one}[]`;
  }

  #fields({ properties = {}, required = [], additionalProperties: others }: Schema, stem: string): string {
    const lines = Object.entries(properties).map(([field, schema]) => {
      const mark = required.includes(field) ? '' : '?';
      const type = this.typeOf(schema, stem + (field === 'data' ? 'Entries' : toTypeName(field)), field);
      return `${docOf(schema.description, '  ')}  ${keyOf(field)}${mark}: ${type};\n`;
    });
    return lines.join('') + (typeof others === 'object' ? '  [field: string]: unknown;\n' : '');
  }

  /** Declares an inner shape; returns the name of the same shape where there is one. */
  #inner(text: string, kind: 'type' | 'interface', schema: Schema, stem: string, property: string): string {
    const key = `${property} ${text.replace(/^ *\/\*\*.*\n/gm, '')}`;
    const known = this.#shared.get(key);
    if (known) return known;
    const name = stem + this.#suffix;
    this.#shared.set(key, name);
    // The field has the same description.
    this.#declare(kind, name, text, kind === 'interface' ? schema.description : undefined);
    return name;
  }
}

/** Resources before what only one operation answers or takes. */
const rankOf = (name: string): number => ['Output', 'Answer', 'Body'].findIndex((end) => name.endsWith(end));

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\t', '\\t').replaceAll("'", "\\'")}'` : String(value);

const union = (types: string[]): string => [...new Set(types)].join(' | ');

/** A property as TypeScript writes it. */
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

/** A docstring; empty without a description. */
export function docOf(description: string | undefined, indent = ''): string {
  if (!description) return '';
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
