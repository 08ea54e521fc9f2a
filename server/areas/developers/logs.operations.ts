import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf, pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { DayOrTime, dayRange } from '../../platform/days.ts';
import { eventSources } from '../../platform/events.ts';
import { assertKnownEndpoint } from './assert-known-endpoint.ts';
import { listDeliveriesOfEvent } from './deliveries.store.ts';
import { eventCatalogue } from './event-catalogue.ts';
import * as store from './logs.store.ts';
import { readStats } from './read-stats.ts';
import { CatalogueEntry, DeveloperStats, LoggedEvent, LoggedEventDetail, loggedKinds } from './schemas.ts';

const loggedEvent = target(LoggedEventDetail, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const event = await store.findEvent(db, workspace.id, params.id);
  return event && { ...event, deliveries: await listDeliveriesOfEvent(db, workspace.id, event.id) };
});

export const logOperations: Operations = {
  listEventKinds: operation({
    method: 'get',
    path: '/api/developers/events',
    scope: 'developers.read',
    summary: 'Read the catalogue of event kinds',
    description: 'Every kind that webhooks can subscribe to, with an example of what they receive.',
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
      'Newest first. `webhookId` shows the events that were meant for one endpoint. Events are kept for 90 days.',
    tx: 'read',
    query: z.object({
      ...pageQuery,
      event: z.enum(loggedKinds).optional(),
      source: z.enum(eventSources).optional(),
      dateFrom: DayOrTime.optional(),
      dateTo: DayOrTime.optional(),
      webhookId: z.string().max(64).optional(),
    }),
    success: 200,
    response: pageOf(LoggedEvent),
    errors: ['unknown_reference'],
    async run({ db, workspace, query }) {
      const { event, source, dateFrom, dateTo, webhookId } = query;
      if (webhookId !== undefined) await assertKnownEndpoint(db, workspace.id, webhookId, 'query.webhookId');
      const filter = { event, source, webhookId, ...dayRange(workspace.timezone, dateFrom, dateTo) };
      const { events, total } = await store.listEvents(db, workspace.id, filter, query);
      return toPage(query, events, total);
    },
  }),

  getLoggedEvent: operation({
    method: 'get',
    path: '/api/developers/logs/{id}',
    scope: 'developers.read',
    summary: 'Read an event of the log with its deliveries',
    tx: 'read',
    target: loggedEvent,
    success: 200,
    response: LoggedEventDetail,
    run: async ({ target }) => target,
  }),

  getDeveloperStats: operation({
    method: 'get',
    path: '/api/developers/stats',
    scope: 'developers.read',
    summary: 'Read how webhooks and events are doing',
    tx: 'read',
    success: 200,
    response: DeveloperStats,
    async run({ db, workspace, now }) {
      return readStats(db, workspace.id, now);
    },
  }),
};
