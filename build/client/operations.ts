import { type ApiDocument, type DocumentedOperation, type Parameter, referenceOf, type Schema } from './document.ts';
import { docOf, type ModelWriter } from './models.ts';
import { toTypeName } from './type-names.ts';

const noInput = 'Record<string, never>';

/** What is written about one operation. */
export interface WrittenOperation {
  id: string;
  method: string;
  path: string;
  doc: string;
  /** Null for an operation that takes nothing. */
  input: string | null;
  /** Whether the input may be left out. */
  isInputOptional: boolean;
  result: string;
  /** The type of the entries, and the field that holds them, of a list with pages. */
  list: { entry: string; field: string } | null;
}

/** Reads all operations of the document, and declares an interface for the input of each. */
export function readOperations({ paths, components }: ApiDocument, models: ModelWriter): WrittenOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => {
      const id = spec.operationId;
      const input = readInput(spec, models);
      const isInputOptional = (input?.required ?? []).length === 0;
      const inputName = input && `${toTypeName(id)}Input`;
      if (input && inputName) models.declareInterface(inputName, input);
      const result = readAnswer(spec);
      const list = readList(components.schemas[result], models, toTypeName(id));
      const doc = [spec.summary, spec.description].filter(Boolean).join('\n\n');
      return { id, method: method.toUpperCase(), path, doc, input: inputName, isInputOptional, result, list };
    }),
  );
}

/** Path and query parameters by name, and `body`, or `file`, or `files`; null where there is nothing. */
function readInput({ operationId, parameters = [], requestBody }: DocumentedOperation, models: ModelWriter) {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const add = (name: string, schema: Schema, isRequired: boolean) => {
    if (name in properties) throw new Error(`${operationId} has two parameters named ${name}`);
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  const isNamed = (parameter: Parameter) => !parameter.$ref && parameter.in !== 'header';
  for (const { name, schema, description, required: isRequired = false } of parameters.filter(isNamed)) {
    add(name, { ...schema, ...(description ? { description } : {}) }, isRequired);
  }
  const [type, { schema = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'application/json') add('body', schema, requestBody?.required ?? false);
  else if (type) {
    const form = models.schemaOf(schema);
    for (const [field, file] of Object.entries(form.properties ?? {})) {
      add(field, { ...file, description: requestBody?.description ?? '' }, true);
    }
  }
  return Object.keys(properties).length === 0
    ? null
    : { description: `What \`${operationId}\` takes.`, properties, required };
}

function readAnswer({ operationId, responses }: DocumentedOperation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  if (!success?.content) return 'void';
  const json = success.content['application/json'];
  if (!json) return 'string';
  const name = referenceOf(json.schema);
  if (!name) throw new Error(`The answer of ${operationId} has no name`);
  return name;
}

function readList(schema: Schema | undefined, models: ModelWriter, name: string): WrittenOperation['list'] {
  const { hasMore, nextCursor, data, jobs } = schema?.properties ?? {};
  const entries = data ?? jobs;
  if (!entries || !(hasMore || nextCursor)) return null;
  const entry = models.typeOf(entries, `${name}Entries`, data ? 'data' : 'jobs').replace(/\[\]$/, '');
  return { entry, field: data ? 'data' : 'jobs' };
}

/** The table from which calls are made. */
export function writeTable(operations: WrittenOperation[]): string {
  const lines = operations.map(({ id, method, path, list }) => {
    const entries = list ? `, entries: '${list.field}'` : '';
    return `  ${id}: { method: '${method}', path: '${path}'${entries} },\n`;
  });
  return `export const operations = {\n${lines.join('')}} as const satisfies Record<string, Operation>;\n`;
}

/** What every operation takes and answers, by its id, and the entries of those that answer pages. */
export function writeTypes(operations: WrittenOperation[]): string {
  const types = operations.map(
    ({ id, input, result }) => `  ${id}: { input: ${input ?? noInput}; result: ${result} };\n`,
  );
  const lists = operations.flatMap(({ id, list }) => (list ? [`  ${id}: ${list.entry};\n`] : []));
  return [
    docOf('What every operation takes and answers.'),
    `export interface Operations {\n${types.join('')}}\n\n`,
    docOf('The entries of every list that has pages.'),
    `export interface Lists {\n${lists.join('')}}\n`,
  ].join('');
}

/** The methods of the client. */
export function writeMethods(operations: WrittenOperation[]): string {
  return operations.map((operation) => docOf(operation.doc, '  ') + writeMethod(operation)).join('\n');
}

function writeMethod({ id, input, isInputOptional, result }: WrittenOperation): string {
  const taken = `input: ${input ?? noInput}${isInputOptional ? ' = {}' : ''}`;
  return `  ${id}(${taken}, options: CallOptions = {}): Promise<${result}> {
    return this.call(operations.${id}, input, options);
  }
`;
}
