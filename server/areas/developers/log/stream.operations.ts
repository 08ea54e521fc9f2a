import { z } from 'zod';
import { isStillGood, type Principal } from '../../../http/access/auth.ts';
import { type FileReply, type Operations, operation } from '../../../http/operation.ts';
import type { Platform } from '../../../platform/platform.ts';
import { EventKind, eventKinds, loggedKinds } from '../../events.ts';
import { streamEvents } from './stream-events.ts';

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

export const streamOperations = {
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
