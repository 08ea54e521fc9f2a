import { z } from 'zod';
import { isStillGood, type Principal } from '../../../http/access/auth.ts';
import { type FileReply, type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { DayOrTime, dayRange } from '../../../platform/text/days.ts';
import { EventSource } from '../../../platform/work/events.ts';
import { EventKind, eventKinds, loggedKinds } from '../../events.ts';
import { listDeliveriesOfEvent } from '../deliveries/deliveries.store.ts';
import { assertKnownEndpoint } from '../endpoints/assert-known-endpoint.ts';
import { CatalogueEntry, DeveloperStats, LoggedEvent, LoggedEventDetail } from '../schemas.ts';
import { eventCatalogue } from './event-catalogue.ts';
import * as store from './logs.store.ts';
import { readStats } from './read-stats.ts';
import { streamEvents } from './stream-events.ts';

const loggedEvent = target(LoggedEventDetail, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const event = await store.findEvent(db, workspace.id, params.id);
  return event && { ...event, deliveries: await listDeliveriesOfEvent(db, workspace.id, event.id) };
});

const EventKindList = z
  .string()
  .max(1_000)
  .transform((text) => text.split(','))
  .pipe(z.array(EventKind));

const stream = {
  method: 'get',
  tx: 'none',
  query: z.object({
    types: EventKindList.optional().describe('Kinds of events, with commas between them; all if absent.'),
    after: z.string().max(64).optional().describe('Id of the last event that the reader has, like `Last-Event-ID`.'),
  }),
  success: 200,
  response: { contentType: 'text/event-stream; charset=utf-8' },
} as const;

export const logOperations = {
  listEventKinds: operation({
    method: 'get',
    path: '/api/developers/events',
    scope: 'developers.read',
    summary: 'Get the catalogue of event kinds',
    description: 'Every kind that webhooks can subscribe to, with an example payload.',
    tx: 'read',
    success: 200,
    response: listOf(CatalogueEntry),
    async run({ workspace }) {
      return { data: eventCatalogue(workspace.id) };
    },
  }),

  listEventLog: operation({
    method: 'get',
    path: '/api/developers/logs',
    scope: 'developers.read',
    summary: 'List the event log',
    description:
      'Newest first. `webhookId` selects events with a delivery to that endpoint. Events are stored for 90 days.',
    tx: 'read',
    query: z.object({
      ...pageQuery,
      event: z.enum(loggedKinds).optional().describe('Only events of this kind.'),
      source: EventSource.optional().describe('Only events with this cause.'),
      dateFrom: DayOrTime.optional(),
      dateTo: DayOrTime.optional(),
      webhookId: z.string().max(64).optional().describe('Only events with a delivery to this webhook.'),
    }),
    success: 200,
    response: pageOf(LoggedEvent),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      const { event, source, dateFrom, dateTo, webhookId } = query;
      if (webhookId !== undefined) await assertKnownEndpoint(db, workspace.id, webhookId, 'query.webhookId');
      const filter = { event, source, webhookId, ...dayRange(workspace.timezone, dateFrom, dateTo) };
      const { rows, total } = await store.listEvents(db, workspace.id, filter, query);
      return toPage(query, rows, total);
    },
  }),

  getLoggedEvent: readOperation({
    path: '/api/developers/logs/{id}',
    scope: 'developers.read',
    summary: 'Get an event of the log with its deliveries',
    target: loggedEvent,
  }),

  streamEvents: operation({
    ...stream,
    path: '/api/events/stream',
    scope: 'developers.read',
    summary: 'Stream events',
    description:
      'Server-sent events: `id` is the event’s id, `data` the payload that a webhook would receive, with its `type`. ' +
      '`Last-Event-ID` or `after` resumes after an event; without them the stream starts now. `types` is a ' +
      'comma-separated list of kinds. More than 100 streams per key or 200 per workspace are 429.',
    extension: true,
    run: async (context) => openStream(context, context.query, context.header('last-event-id'), eventKinds),
  }),

  getDeveloperStats: operation({
    method: 'get',
    path: '/api/developers/stats',
    scope: 'developers.read',
    summary: 'Get webhook and event statistics',
    tx: 'read',
    success: 200,
    response: DeveloperStats,
    async run({ db, workspace, now }) {
      return readStats(db, workspace.id, now);
    },
  }),
} satisfies Operations;

/**
 * The console's own stream, since people who may see every event as it happens need not read webhooks and logs. It also
 * has what is only logged, such as alerts.
 */
export const consoleStreamOperations = {
  followEvents: operation({
    ...stream,
    path: '/owner/events/stream',
    scope: 'console',
    summary: 'Stream events to the console, like GET /api/events/stream',
    run: async (context) => openStream(context, context.query, context.header('last-event-id'), loggedKinds),
  }),
} satisfies Operations;

function openStream(
  { platform, workspace, actor, session }: Pick<Principal, 'workspace' | 'actor' | 'session'> & { platform: Platform },
  { types, after }: z.output<typeof stream.query>,
  lastEventId: string | undefined,
  all: readonly string[],
): FileReply {
  const chunks = streamEvents(platform, {
    workspaceId: workspace.id,
    callerId: session?.id ?? actor.id ?? '',
    types: types ?? all,
    afterId: lastEventId ?? after ?? null,
    isAllowed: () => isStillGood(platform, { session, actor }),
  });
  // An idle connection after the end of the stream would delay the server's stop.
  return { fileName: null, headers: { Connection: 'close' }, chunks };
}
