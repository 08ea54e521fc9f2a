import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type ProblemCode, problems } from '../../platform/problem.ts';
import type { EventDefinition } from '../../platform/work/define-event.ts';
import { eventSources } from '../../platform/work/events.ts';
import type { Area } from '../area.ts';
import type { Operation } from '../operation.ts';

const ProblemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document. Some codes have further fields.' });

/** Returns the problem codes of an operation: those of the frame, which follow from its shape, and its own. */
export function problemCodes(spec: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>(['unauthorized', 'invalid_token', 'insufficient_scope', 'rate_limited']);
  if (spec.query || spec.method !== 'get') codes.add('validation_failed');
  if (spec.target) codes.add('not_found');
  if (spec.target && spec.method !== 'get') codes.add('precondition_failed');
  if (spec.method !== 'get') {
    for (const code of [
      'payload_too_large',
      'unsupported_media_type',
      'trial_locked',
      'storage_full',
      'unavailable',
    ] as const) {
      codes.add(code);
    }
  }
  if (spec.method === 'post') {
    codes.add('idempotency_conflict');
    if (spec.tx === 'none') {
      codes.add('idempotency_in_progress');
      if (!spec.isRepeatable) codes.add('idempotency_interrupted');
    }
  }
  for (const code of spec.errors ?? []) codes.add(code);
  return [...codes];
}

/** Builds the OpenAPI 3.1 document of the areas' operations and of the webhook events. */
export function buildOpenApi(areas: readonly Area[], events: readonly EventDefinition[], version: string): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const area of areas) {
    for (const [operationId, spec] of Object.entries(area.operations ?? {})) {
      paths[spec.path] ??= {};
      (paths[spec.path] as Record<string, ZodOpenApiOperationObject>)[spec.method] = describe(area, operationId, spec);
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Frontdesk',
      version,
      description:
        'The workspace messaging API of this Frontdesk. Every operation takes `Authorization: Bearer <API key>`.',
    },
    tags: areas.filter((area) => area.operations).map((area) => ({ name: area.title })),
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(events.map(({ data }) => [idOf(data), data])),
    },
    paths: paths as ZodOpenApiPathsObject,
    webhooks: Object.fromEntries(events.map((event) => [event.kind, { post: describeWebhook(event) }])),
  });
}

function describe(area: Area, operationId: string, spec: Operation): ZodOpenApiOperationObject {
  const pathNames = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const path = z.object(Object.fromEntries(pathNames.map((name) => [name, z.string()])));
  return {
    operationId,
    tags: [area.title],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    'x-scope': spec.scope,
    ...(spec.extension ? { 'x-extension': true } : {}),
    requestParams: { ...(pathNames.length > 0 ? { path } : {}), ...(spec.query ? { query: spec.query } : {}) },
    ...describeBody(spec),
    responses: { ...describeProblems(spec), ...describeSuccess(spec) },
  };
}

const idOf = (schema: z.ZodType): string => {
  const id = schema.meta()?.id;
  if (!id) throw new Error('The payload of an event needs `.meta({ id })`: the document refers to it');
  return id;
};

const webhookHeaders = z.object({
  'webhook-id': z.string().describe('The id of the event, the same at every attempt.'),
  'webhook-timestamp': z.string().describe('When the attempt was made, in seconds since 1970.'),
  'webhook-signature': z.string().describe('`v1,` and the signature (Standard Webhooks), one for each valid secret.'),
});

/**
 * Describes what an endpoint receives. The payload is referenced by hand: a schema already used in responses would
 * become a second component as a request body.
 */
function describeWebhook({ kind, group, description, data }: EventDefinition): ZodOpenApiOperationObject {
  const text = { type: 'string' } as const;
  return {
    tags: [group],
    summary: description,
    security: [],
    requestParams: { header: webhookHeaders },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: text,
              type: { const: kind },
              occurredAt: { ...text, format: 'date-time' },
              workspaceId: text,
              source: { enum: [...eventSources] },
              data: { $ref: `#/components/schemas/${idOf(data)}` },
              previous: { type: 'object', description: 'The fields that changed, as they were.' },
            },
            required: ['id', 'type', 'occurredAt', 'workspaceId', 'source', 'data'],
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received. Any other status is retried.' } },
  };
}

function describeBody(spec: Operation): Partial<ZodOpenApiOperationObject> {
  if (spec.upload) {
    const file = z.string().meta({ override: { format: 'binary' } });
    const schema = z.object({ [spec.upload.field]: spec.upload.maxFiles > 1 ? z.array(file) : file });
    const megabytes = Math.round(spec.upload.maxBytes / 1024 / 1024);
    const description = `${spec.upload.description} At most ${megabytes} MiB a file, ${spec.upload.maxFiles} file(s).`;
    return { requestBody: { required: true, description, content: { 'multipart/form-data': { schema } } } };
  }
  if (!spec.body) return {};
  return {
    requestBody: {
      required: !spec.body.safeParse({}).success,
      content: { 'application/json': { schema: spec.body } },
    },
  };
}

function describeSuccess(spec: Operation): ZodOpenApiOperationObject['responses'] {
  if (spec.response === null) return { [spec.success]: { description: 'Done' } };
  if (!(spec.response instanceof z.ZodType)) {
    const content = { [spec.response.contentType]: { schema: z.string() } };
    return { [spec.success]: { description: 'The file', content } };
  }
  const csv = spec.csv ? { 'text/csv': { schema: z.string() } } : {};
  const success = { description: spec.summary, content: { 'application/json': { schema: spec.response }, ...csv } };
  return { [spec.success]: success, ...(spec.replayStatus ? { [spec.replayStatus]: success } : {}) };
}

function describeProblems(spec: Operation): ZodOpenApiOperationObject['responses'] {
  const byStatus = Map.groupBy(problemCodes(spec), (code) => spec.statuses?.[code] ?? problems[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code][1]}`).join('. '),
        content: { 'application/problem+json': { schema: ProblemDocument } },
      },
    ]),
  );
}
