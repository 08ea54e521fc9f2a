import { toSource } from './to-source.ts';

/** Where a server is that was started without settings; the reference shows its own address in its place. */
const url = 'http://localhost:7420';

interface Parameter {
  in?: string;
  name?: string;
  required?: boolean;
  example?: unknown;
}

interface Content {
  [type: string]: { schema?: Schema; example?: unknown };
}

interface Schema {
  $ref?: string;
  properties?: object;
}

/** The part of a document that is read and gets samples. */
interface Document {
  paths?: Record<string, object>;
  components?: { schemas?: Record<string, object | boolean> };
}

/** The part of a described operation that its samples show. */
interface Described {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

/** One call, with the values that its samples show. */
interface Call {
  operationId: string;
  method: string;
  path: string;
  pathValues: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined for a call without a body. */
  body: unknown;
  upload: 'file' | 'files' | null;
  answer: 'nothing' | 'page' | 'stream' | 'value';
}

/** Adds to each operation of a finished document how it is called with curl and with the client. */
export function addCodeSamples({ paths = {}, components }: Document): void {
  const find = ({ $ref, ...schema }: Schema) =>
    (components?.schemas?.[$ref?.split('/').at(-1) ?? ''] as Schema | undefined) ?? schema;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods) as [string, Described][]) {
      const call = readCall(path, method, operation, find);
      operation['x-codeSamples'] = [
        { lang: 'Shell', label: 'curl', source: writeCurl(call) },
        { lang: 'JavaScript', label: 'JavaScript', source: writeScript(call) },
      ];
    }
  }
}

function readCall(path: string, method: string, operation: Described, find: (schema: Schema) => Schema): Call {
  const { operationId = '', parameters = [], requestBody, responses = {} } = operation;
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (parameter.required || parameter.example !== undefined))
        .map(({ name = '', example }) => [name, example ?? placeholder(name)]),
    );
  const form = requestBody?.content['multipart/form-data'];
  const json = requestBody?.content['application/json'];
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    pathValues: valuesIn('path'),
    query: valuesIn('query'),
    body: json && (json.example ?? {}),
    upload: form ? ('files' in (find(form.schema ?? {}).properties ?? {}) ? 'files' : 'file') : null,
    answer: answerOf(responses, find),
  };
}

/** What stands for a value that nobody has given: `CONVERSATION_ID`. */
const placeholder = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

function answerOf(responses: NonNullable<Described['responses']>, find: (schema: Schema) => Schema): Call['answer'] {
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  if (!content) return 'nothing';
  if (Object.keys(content).some((type) => type.startsWith('text/event-stream'))) return 'stream';
  const fields = find(content['application/json']?.schema ?? {}).properties ?? {};
  return 'hasMore' in fields || 'nextCursor' in fields ? 'page' : 'value';
}

function writeCurl({ method, path, pathValues, query, body, upload, answer }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathValues[name])));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const address = `"${url}${filled}${search.size > 0 ? `?${search}` : ''}"`;
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || upload !== null));
  return [
    ['curl', answer === 'stream' ? '-N' : '', isPlain ? '' : `-X ${method}`, address].filter(Boolean).join(' '),
    '-H "Authorization: Bearer $FRONTDESK_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
    ...(upload === null ? [] : [`-F '${upload}=@photo.png'`]),
  ].join(' \\\n  ');
}

/** A word of a POSIX shell that is taken as it is. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function writeScript(call: Call): string {
  const { operationId, pathValues, query, body, upload, answer } = call;
  const input = {
    ...pathValues,
    ...query,
    ...(body === undefined ? {} : { body }),
  };
  const isStream = answer === 'stream';
  const uploads = { file: "file: await openAsBlob('photo.png')", files: "files: [await openAsBlob('photo.png')]" };
  const argument = isStream
    ? toSource({ types: ['message.received'] })
    : toSource(input, upload === null ? [] : [uploads[upload]]);
  const given = argument === '{}' ? '' : argument;
  const lines = [
    ...(upload === null ? [] : ["import { openAsBlob } from 'node:fs';"]),
    "import { Frontdesk } from 'frontdesk-client';",
    '',
    'const frontdesk = new Frontdesk({',
    `  url: '${url}',`,
    '  key: process.env.FRONTDESK_KEY,',
    '});',
    '',
  ];
  if (isStream) lines.push(...loop('event', `frontdesk.events(${given})`));
  else if (answer === 'page') lines.push(...loop('entry', `frontdesk.pages('${operationId}'${given && `, ${given}`})`));
  else if (answer === 'nothing') lines.push(`await frontdesk.${operationId}(${given});`);
  else lines.push(`const answer = await frontdesk.${operationId}(${given});`, 'console.log(answer);');
  return lines.join('\n');
}

const loop = (name: string, source: string): string[] => [
  `for await (const ${name} of ${source}) {`,
  `  console.log(${name});`,
  '}',
];
