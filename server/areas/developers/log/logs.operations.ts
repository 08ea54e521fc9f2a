import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import { dayRange } from '../../../platform/text/days.ts';
import { DayOrTime } from '../../../platform/text/times.ts';
import { EventSource } from '../../../platform/work/events.ts';
import { loggedKinds } from '../../events.ts';
import { listDeliveriesOfEvent } from '../deliveries/deliveries.store.ts';
import { assertKnownEndpoint } from '../endpoints/assert-known-endpoint.ts';
import { CatalogueEntry, DeveloperStats, LoggedEvent, LoggedEventDetail } from '../schemas.ts';
import { eventCatalogue } from './event-catalogue.ts';
import * as store from './logs.store.ts';
import { readStats } from './read-stats.ts';

const loggedEvent = target(LoggedEventDetail, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const event = await store.findEvent(db, workspace.id, params.id);
  return event && { ...event, deliveries: await listDeliveriesOfEvent(db, workspace.id, event.id) };
});

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
