import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { EventDefinition } from '../../platform/work/define-event.ts';
import { EventSource } from '../../platform/work/events.ts';

/** The component of an event's payload, which must have an id. */
export function payloadId({ kind, data }: EventDefinition): string {
  const id = data.meta()?.id;
  if (!id) throw new Error(`The payload of ${kind} needs \`.meta({ id })\`: the document refers to it`);
  return id;
}

const dataWords = 'What the event is about, as it was right after it; of something deleted, its last state.';

const webhookHeaders = z.object({
  'webhook-id': z.string().describe('The id of the event, the same at every attempt.'),
  'webhook-timestamp': z.string().describe('When the attempt was made, in seconds since 1970.'),
  'webhook-signature': z.string().describe('`v1,` and the signature (Standard Webhooks), one for each valid secret.'),
});

/**
 * Describes what an endpoint receives. The payload is referenced by hand: a schema already used in responses would
 * become a second component as a request body.
 */
export function describeWebhook(event: EventDefinition): ZodOpenApiOperationObject {
  const text = (description: string) => ({ type: 'string', description }) as const;
  return {
    operationId: `on.${event.kind}`,
    tags: [event.group],
    summary: event.description,
    security: [],
    requestParams: { header: webhookHeaders },
    requestBody: {
      required: true,
      description: 'The event, in the envelope that all kinds share.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: text('The same at every attempt and in the log: what has been seen already can be left out.'),
              type: { const: event.kind, description: 'The kind of the event.' },
              occurredAt: { ...text('When it happened.'), format: 'date-time' },
              workspaceId: text('The shop in which it happened.'),
              source: { $ref: `#/components/schemas/${EventSource.meta()?.id}`, description: 'What caused it.' },
              data: { $ref: `#/components/schemas/${payloadId(event)}`, description: dataWords },
              previous: { type: 'object', description: 'The fields that changed, as they were.' },
            },
            required: ['id', 'type', 'occurredAt', 'workspaceId', 'source', 'data'],
          },
          example: exampleOf(event),
        },
      },
    },
    responses: { '2XX': { description: 'Received. Any other status is retried.' } },
  };
}

/** An occurrence as an endpoint receives it. */
const exampleOf = ({ kind, example: { source, data, previous } }: EventDefinition) => ({
  id: 'evt_01kbmz7w500000000000000000',
  type: kind,
  occurredAt: '2026-11-21T22:18:30.000Z',
  workspaceId: 'ws_01kamr1d40e0080000000000z9',
  source,
  data,
  ...(previous === undefined ? {} : { previous }),
});
