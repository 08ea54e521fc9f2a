import { type Guide, readGuides, toSlug } from './text/read-guides.ts';

/** A JSON Schema as the document has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
}

interface Body {
  description?: string;
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface Answer {
  description: string;
  content?: Record<string, MediaType>;
}

export interface CodeSample {
  label: string;
  source: string;
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Answer | { $ref: string }>;
  'x-scope'?: string;
  'x-codeSamples'?: CodeSample[];
}

interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: Record<string, Record<string, object>>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  group: Group;
  summary: string;
  description: string;
  scope: string;
  parameters: Parameter[];
  body: Body | null;
  answers: [status: string, answer: Answer][];
  samples: CodeSample[];
}

export interface Group {
  name: string;
  slug: string;
  about: string;
  operations: Operation[];
}

/** A kind of event that webhooks and the stream bring. */
export interface EventKind {
  kind: string;
  summary: string;
  body: MediaType;
}

/** What the pages show. */
export interface Reference {
  version: string;
  summary: string;
  guides: Guide[];
  groups: Group[];
  operations: Map<string, Operation>;
  events: Map<string, EventKind>;
  /** The schema behind a reference to it; others as they are. */
  find(schema: Schema): Schema;
}

/** Where the samples and guides of the document are at home. */
const sampleUrl = 'http://localhost:7420';

/** Loads the API document of this server. Throws when it cannot. */
export async function loadReference(): Promise<Reference> {
  const response = await fetch('/api/openapi.json');
  if (!response.ok) throw new Error(`The API document was answered with ${response.status}`);
  return toReference(JSON.parse((await response.text()).replaceAll(sampleUrl, location.origin)));
}

function toReference(document: ApiDocument): Reference {
  const find = <Found extends object>(item: Found | { $ref: string }): Found => {
    if (!('$ref' in item) || typeof item.$ref !== 'string') return item as Found;
    const [, , kind = '', name = ''] = item.$ref.split('/');
    return { ...(document.components[kind]?.[name] as Found) };
  };
  const groups = document.tags.map(({ name, description = '' }): Group => {
    return { name, slug: toSlug(name), about: description, operations: [] };
  });
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const group = groups.find(({ name }) => name === described.tags[0]);
      if (!group) continue;
      const operation = toOperation(path, method, described, group, find);
      group.operations.push(operation);
      operations.set(operation.id, operation);
    }
  }
  const { summary, guides } = readGuides(document.info.description);
  return {
    version: document.info.version,
    summary,
    guides,
    groups: groups.filter((group) => group.operations.length > 0),
    operations,
    events: new Map(Object.entries(document.webhooks).map(([kind, { post }]) => [kind, toEventKind(kind, post)])),
    find: (schema) => (schema.$ref === undefined ? schema : find<Schema>(schema)),
  };
}

function toOperation(
  path: string,
  method: string,
  described: DescribedOperation,
  group: Group,
  find: <Found extends object>(item: Found | { $ref: string }) => Found,
): Operation {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = described;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    group,
    summary,
    description,
    scope: described['x-scope'] ?? '',
    parameters: parameters.map((parameter) => find<Parameter>(parameter)),
    body: requestBody ?? null,
    answers: Object.entries(responses).map(([status, answer]) => [status, find<Answer>(answer)]),
    samples: described['x-codeSamples'] ?? [],
  };
}

const toEventKind = (kind: string, { summary, requestBody }: DescribedOperation): EventKind => ({
  kind,
  summary,
  body: requestBody?.content['application/json'] ?? {},
});
