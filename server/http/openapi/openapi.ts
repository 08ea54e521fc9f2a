import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { EventDefinition } from '../../platform/work/define-event.ts';
import type { Area } from '../area.ts';
import { dropEmptyBounds } from '../drop-empty-bounds.ts';
import { findResources, type Operation, pathParameters } from '../operation.ts';
import { addCodeSamples } from './code-samples.ts';
import { describeCommonFields, describePathParameter } from './common-words.ts';
import { addExamples, readProblems } from './examples.ts';
import { readGuides } from './guides.ts';
import { ETag, IdempotencyKey, IfMatch, IfNoneMatch, successHeaders } from './headers.ts';
import { describeProblems } from './problems.ts';
import { describeWebhook, payloadId } from './webhooks.ts';

const summary =
  'The workspace messaging API of this Frontdesk. Every operation takes `Authorization: Bearer <API key>`. Times are UTC in ' +
  'ISO 8601. Responses may gain fields at any time; requests with unknown fields are refused. In a PATCH, null ' +
  'clears a field that the resource returns as null when absent; if that extends the specification, the field has ' +
  '`x-extension: null`. The examples were recorded in one shop, with long lists cut.';

/** Builds the OpenAPI 3.1 document of the areas' operations and of the webhook events. */
export function buildOpenApi(areas: readonly Area[], events: readonly EventDefinition[], version: string): object {
  const operations = areas.flatMap((area) =>
    Object.entries(area.operations ?? {}).map(([operationId, spec]) => ({ area, operationId, spec })),
  );
  const resources = findResources(
    areas.flatMap((area) => Object.values({ ...area.operations, ...area.ownerOperations })),
  );
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { area, operationId, spec } of operations) {
    const methods = paths[spec.path] ?? {};
    methods[spec.method] = describeOperation(area, operationId, spec, resources.has(spec.response as z.ZodType));
    paths[spec.path] = methods;
  }
  const groups = new Set(events.map(({ group }) => group));
  const titles = areas
    .filter((area) => area.operations)
    .map(({ title, about }) => ({ name: title, description: about }));
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk',
        version,
        description: `${summary}\n\n${readGuides()}`,
        license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
        contact: { name: 'The owner of this shop' },
      },
      servers: [{ url: '/', description: 'The server that this document comes from.' }],
      tags: [
        ...titles,
        ...[...groups]
          .filter((group) => !titles.some(({ name }) => name === group))
          .map((name) => ({ name, description: 'Events that webhooks receive.' })),
      ],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key from the console, Keys, or `frontdesk keys create`.',
          },
        },
        schemas: Object.fromEntries(events.map((event) => [payloadId(event), event.data])),
        examples: readProblems(),
      },
      paths: paths as ZodOpenApiPathsObject,
      webhooks: Object.fromEntries(events.map((event) => [event.kind, { post: describeWebhook(event) }])),
    },
    { override },
  );
  describeCommonFields(document);
  addExamples(document);
  addCodeSamples(document);
  return document;
}

const override: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  dropEmptyBounds(jsonSchema);
  // What is answered has its defaults filled in.
  if (io === 'output' && jsonSchema.examples) {
    jsonSchema.examples = jsonSchema.examples.map((example) => z.parse(zodSchema, example) as typeof example);
  }
  // A pair has no third entry; not to say of which type that would be is a fault to linters.
  const [first] = jsonSchema.prefixItems ?? [];
  if (first !== undefined && jsonSchema.items === false) jsonSchema.items = first;
  // Answers may get new fields.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

function describeOperation(
  area: Area,
  operationId: string,
  spec: Operation,
  isTagged: boolean,
): ZodOpenApiOperationObject {
  const pathNames = pathParameters(spec);
  const path = z.object(
    Object.fromEntries(
      pathNames.map((name) => [name, z.string().meta({ description: describePathParameter(spec.path, name) })]),
    ),
  );
  const header = z.object({
    ...(spec.method === 'post' ? { 'Idempotency-Key': IdempotencyKey } : {}),
    ...(spec.target && spec.method !== 'get' ? { 'If-Match': IfMatch } : {}),
    ...(isTagged && spec.method === 'get' ? { 'If-None-Match': IfNoneMatch } : {}),
  });
  return {
    operationId,
    tags: [area.title],
    summary: spec.summary,
    description: describeRules(spec),
    'x-scope': spec.scope,
    ...(spec.extension ? { 'x-extension': true } : {}),
    ...(spec.method === 'get' ? {} : { 'x-assistants': reachOf(spec) }),
    requestParams: {
      ...(pathNames.length > 0 ? { path } : {}),
      ...(spec.query ? { query: spec.query } : {}),
      ...(Object.keys(header.shape).length > 0 ? { header } : {}),
    },
    ...describeBody(operationId, spec),
    responses: { ...describeProblems(spec), ...describeSuccess(operationId, spec, isTagged) },
  };
}

/** Returns the operation's description, with its scope and rules. */
const describeRules = (spec: Operation): string =>
  [
    spec.description,
    spec.exports ? exportRule(spec) : null,
    `Needs the scope \`${spec.scope}\`.`,
    spec.method === 'get' ? null : `Assistants over MCP: ${assistantRules[reachOf(spec)]}.`,
  ]
    .filter(Boolean)
    .join('\n\n');

const exportRule = ({ csv }: Operation): string =>
  `${csv ? 'The CSV' : 'The response'} is an export of personal data: it requires \`acknowledged=true\` (else 428 with ` +
  'the number of rows), and the event log records it with the caller.';

/** The rule for an assistant without permission to write to customers. */
const reachOf = ({ words, peopleOnly }: Operation): keyof typeof assistantRules =>
  peopleOnly ? 'people-only' : (words ?? 'refused');

const assistantRules = {
  never: 'always, because it reaches no customer',
  'once-confirmed': 'always, but nothing they entered reaches customers until a person confirms it',
  refused: 'only with permission to write to customers, who may read what it writes',
  'people-only': 'never, because only a person may decide this',
};

/** The component of a body or an answer that has no name of its own. */
const componentName = (operationId: string, kind: 'Body' | 'Answer'): string =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${kind}`;

/** Gives a schema the name of its component, unless it has one. */
const named = (schema: z.ZodType, id: string): z.ZodType => (schema.meta()?.id ? schema : schema.meta({ id }));

function describeBody(operationId: string, spec: Operation): Partial<ZodOpenApiOperationObject> {
  const id = componentName(operationId, 'Body');
  if (spec.upload) {
    const file = z.string().meta({ override: { format: 'binary' } });
    const files = spec.upload.maxFiles > 1 ? z.array(file).min(1).max(spec.upload.maxFiles) : file;
    const schema = z.object({ [spec.upload.field]: files.describe(spec.upload.description) }).meta({ id });
    const megabytes = Math.round(spec.upload.maxBytes / 1024 / 1024);
    const description = `${spec.upload.description} At most ${megabytes} MiB a file, ${spec.upload.maxFiles} file(s).`;
    return { requestBody: { required: true, description, content: { 'multipart/form-data': { schema } } } };
  }
  if (!spec.body) return {};
  return {
    requestBody: {
      required: !spec.body.safeParse({}).success,
      content: { 'application/json': { schema: named(spec.body, id) } },
    },
  };
}

function describeSuccess(
  operationId: string,
  spec: Operation,
  isTagged: boolean,
): ZodOpenApiOperationObject['responses'] {
  const headers = z.object({ ...successHeaders, ...(isTagged ? { ETag } : {}) });
  if (spec.response === null) return { [spec.success]: { description: 'It is done; there is no body.', headers } };
  if (!(spec.response instanceof z.ZodType)) {
    const { contentType, alternatives = [], content: inside = z.string() } = spec.response;
    const schema = named(inside, componentName(operationId, 'Answer'));
    const content = Object.fromEntries([contentType, ...alternatives].map((type) => [type, { schema }]));
    return { [spec.success]: { description: 'The file.', headers, content } };
  }
  const schema = named(spec.response, componentName(operationId, 'Answer'));
  const csv = spec.csv ? { 'text/csv': { schema: z.string() } } : {};
  const success = {
    description: sayAnswer(spec, schema),
    headers,
    content: { 'application/json': { schema }, ...csv },
  };
  return {
    [spec.success]: success,
    ...(spec.replayStatus
      ? { [spec.replayStatus]: { ...success, description: 'The answer of the first request.' } }
      : {}),
    ...(isTagged && spec.method === 'get' ? { 304: { description: 'What the caller has is still right.' } } : {}),
  };
}

/** Says what an answer holds, by its form. */
function sayAnswer({ success }: Operation, schema: z.ZodType): string {
  if (success === 202) return 'It is accepted and goes on; the answer shows how it stands.';
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  if ('nextCursor' in shape) return 'A page of the list, and the cursor of the next one.';
  if ('hasMore' in shape) return 'A page of the list, and how many there are.';
  if ('deleted' in shape) return 'The id of what was deleted.';
  if (Object.keys(shape).join() === 'data') return 'The whole list.';
  return success === 201 ? 'What was created.' : 'The present state.';
}
