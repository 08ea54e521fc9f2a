import { readFileSync } from 'node:fs';
import { allOperations } from '../../../server/app.ts';
import { events } from '../../../server/areas/events.ts';
import { areas } from '../../../server/areas/index.ts';
import { buildOpenApi } from '../../../server/http/openapi/openapi.ts';
import type { Operation } from '../../../server/http/operation.ts';
import { describeOwnerOperations } from './owner-document.ts';

/** A body field in the specification. */
export interface SpecifiedField {
  name: string;
  required: boolean;
  /** string, integer, number, boolean, object, any, or one of those with `[]`; `event[]`, `(string|object)[]`. */
  type: string;
  nullable?: boolean;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
}

export interface SpecifiedOperation {
  method: string;
  path: string;
  scope: string;
  responses: number[];
  query: { name: string; required: boolean }[];
  /** Absent: no body. A string: the specification does not list the fields. */
  body?: SpecifiedField[] | string;
  upload?: boolean;
}

/** The part of a JSON Schema that the tests inspect. */
export interface Schema {
  $ref?: string;
  description?: string;
  /** `null` where only an extension of the specification allows null. */
  'x-extension'?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** A body of one type, with what the document shows of it. */
export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, MediaType>;
}

export interface DescribedOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  'x-scope': string;
  'x-extension'?: boolean;
  'x-assistants'?: 'never' | 'once-confirmed' | 'refused' | 'people-only';
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Answer>;
}

export interface OpenApiDocument {
  openapi: string;
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    examples: Record<string, { value: Record<string, unknown> }>;
  };
}

export const specified: SpecifiedOperation[] = JSON.parse(
  readFileSync(new URL('../../spec/operations.json', import.meta.url), 'utf8'),
);

export const document = buildOpenApi(areas, events, '0.0.0') as OpenApiDocument;

/** `POST /api/orders` */
export const routeOf = ({ method, path }: { method: string; path: string }): string =>
  `${method.toUpperCase()} ${path}`;

/** The server's operations by route. */
export const implemented: Map<string, Operation> = new Map(
  Object.values(allOperations(areas)).map((operation) => [routeOf(operation), operation]),
);

/** Console operations by route; the document omits them. */
export const implementedForOwner: Map<string, Operation> = new Map(
  areas
    .flatMap((area) => Object.values(area.ownerOperations ?? {}))
    .map((operation) => [routeOf(operation), operation]),
);

export const ownerDocument: OpenApiDocument = describeOwnerOperations([...implementedForOwner.values()]);

const documentOf = (route: string): OpenApiDocument => (implementedForOwner.has(route) ? ownerDocument : document);

/** The operations of the document. */
export const described: { route: string; path: string; operation: DescribedOperation }[] = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: routeOf({ method, path }), path, operation })),
);

export function describedAt(route: string): DescribedOperation {
  const [method = '', path = ''] = route.split(' ');
  const described = documentOf(route).paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`${route} is not in the OpenAPI document`);
  return described;
}

/** Each answer of an operation by status, with its references followed. */
export const answersAt = (route: string): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(describedAt(route).responses).map(([status, answer]) => [
      status,
      documentOf(route).components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer,
    ]),
  );

/** Follows references into the components. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const target = document.components.schemas[name] ?? ownerDocument.components.schemas[name];
  if (!target) throw new Error(`${schema.$ref} is not in the OpenAPI document`);
  return resolve(target);
}

/** The alternatives of a schema, without `null`. */
export function alternatives(schema: Schema): Schema[] {
  const resolved = resolve(schema);
  const nested = resolved.anyOf ?? resolved.oneOf;
  if (nested) return nested.flatMap(alternatives);
  const types = [resolved.type ?? []].flat();
  if (types.length > 1) return types.flatMap((type) => alternatives({ ...resolved, type }));
  return types[0] === 'null' ? [] : [resolved];
}

export function isNullable(schema: Schema): boolean {
  const resolved = resolve(schema);
  const nested = resolved.anyOf ?? resolved.oneOf;
  if (nested) return nested.some(isNullable);
  return [resolved.type ?? []].flat().includes('null');
}

/** The schema of the JSON body; null where the operation takes none. */
export function bodySchema(described: DescribedOperation): Schema | null {
  const content = described.requestBody?.content['application/json'];
  return content ? resolve(content.schema) : null;
}
