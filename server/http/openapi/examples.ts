import { readdirSync, readFileSync } from 'node:fs';
import { type ProblemCode, problems } from '../../platform/problem.ts';

/** What one call of an operation said and got; recorded by `npm run examples`. */
interface OperationExample {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  answer?: unknown;
  /** The answer in other media types than the usual one. */
  as?: Record<string, string>;
}

interface Content {
  [type: string]: { example?: unknown };
}

/** The part of a document that gets examples. */
interface Described {
  operationId?: string;
  parameters?: { in?: string; name?: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
}

/** The compiled program has a copy next to its modules (`build/compile-server.ts`). */
const folder = new URL('./examples/', import.meta.url);
const problemsFile = 'problems.json';

const read = <Shown>(file: string): Record<string, Shown> => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** Reads the examples of all operations by operationId. The files are as large as the document: most starts need neither. */
const readOperations = (): Record<string, OperationExample> =>
  Object.assign(
    {},
    ...readdirSync(folder)
      .filter((file) => file.endsWith('.json') && file !== problemsFile)
      .map(read),
  );

/** The examples of problems as components, to which answers refer by `problemExample`. */
export const readProblems = (): Record<string, { value: unknown }> =>
  Object.fromEntries(Object.entries(read(problemsFile)).map(([name, value]) => [name, { value }]));

/** The name of the example of a code; under a status that is not its usual one it has an example of its own. */
export const problemExample = (code: ProblemCode, status: number): string =>
  status === problems[code][0] ? code : `${code}_${status}`;

/** Adds to each operation of a finished document what one call of it said and got. */
export function addExamples({ paths = {} }: { paths?: Record<string, object> }): void {
  const examples = readOperations();
  for (const methods of Object.values(paths)) {
    for (const operation of Object.values(methods) as Described[]) {
      const shown = examples[operation.operationId ?? ''];
      if (shown) addTo(operation, shown);
    }
  }
}

function addTo({ parameters = [], requestBody, responses = {} }: Described, shown: OperationExample): void {
  for (const parameter of parameters) {
    const values = parameter.in === 'path' ? shown.path : shown.query;
    const value = values?.[parameter.name ?? ''];
    if (value !== undefined) parameter.example = value;
  }
  const body = requestBody?.content['application/json'];
  if (body && shown.body !== undefined) body.example = shown.body;
  for (const [status, { content = {} }] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue;
    for (const [index, [type, media]] of Object.entries(content).entries()) {
      const value = index === 0 ? shown.answer : shown.as?.[type];
      if (value !== undefined) media.example = value;
    }
  }
}
