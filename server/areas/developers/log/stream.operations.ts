import { z } from 'zod';
import { isStillGood, type Principal } from '../../../http/access/auth.ts';
import { type FileReply, type Operations, operation } from '../../../http/operation.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { dayRange } from '../../../platform/text/days.ts';
import { DayOrTime } from '../../../platform/text/times.ts';
import { eventsKeptMs } from '../../../platform/work/events.ts';
import { consoleKinds, EventKind, eventKinds, loggedKinds } from '../../events.ts';
import type { Reach, WantedStart } from './find-start.ts';
import { streamEvents } from './stream-events.ts';
import { streamFormats } from './stream-formats.ts';

type StreamType = keyof typeof streamFormats;

const EventKindList = z
  .string()
  .max(1_000)
  .transform((text) => text.split(','))
  .pipe(z.array(EventKind));

const [usualType, ...otherTypes] = Object.keys(streamFormats) as [StreamType, ...StreamType[]];

const StreamQuery = z
  .object({
    types: EventKindList.optional().describe('Kinds of events, with commas between them; all if absent.'),
    after: z.string().max(64).optional().describe('Id of the last event that the reader has, like `Last-Event-ID`.'),
    since: DayOrTime.optional().describe(
      'Begins with the first event at this time or later: an ISO 8601 timestamp, or a day (YYYY-MM-DD) in the time zone ' +
        'of the workspace. Not together with `after`.',
    ),
  })
  .refine(({ after, since }) => after === undefined || since === undefined, {
    path: ['since'],
    error: 'cannot be given together with after',
  });

/** Two schemas, because some tools read a stream as a whole and others one event at a time. */
const StreamedEvents = z.union([
  z.string().describe('The whole stream as text.'),
  z
    .object({
      event: z.literal('gap').optional().describe('Sent before the first event when events may be missing.'),
      id: z.string().optional().describe('Event id; absent for a gap.'),
      data: z.string().describe('JSON: the payload of a webhook with its `type`, or the gap.'),
    })
    .describe('One event, as clients of server-sent events return it.'),
]);

const stream = {
  method: 'get',
  tx: 'none',
  query: StreamQuery,
  success: 200,
  response: { contentType: usualType, alternatives: otherTypes, content: StreamedEvents },
} as const;

const description = [
  'Server-sent events: `id` is the event’s id, `data` the payload that a webhook would receive, with its `type`.',
  '`Accept: application/x-ndjson` (or `application/jsonl`) asks for the same payloads as JSON lines, where an empty line ' +
    'is a heartbeat.',
  '',
  '`after` resumes after an event, `since` begins at a time; without them the stream starts now. `Last-Event-ID`, which ' +
    'browsers send when they reconnect, takes precedence over both. Events are stored for ' +
    `${eventsKeptMs / dayMs} days.`,
  '',
  'If the event of `after` or `Last-Event-ID` is not in the log, or `since` is older than the log, events may be ' +
    'missing. Then the first thing sent is a gap, `event: gap` or a line with `"type":"gap"`: ' +
    '`{"type","after","missingFrom","resumesAt","detail"}`. The stream goes on from `resumesAt`. A reader that keeps ' +
    'data of the shop should read them again; `missingFrom` is null where nobody knows since when events are missing.',
  '',
  '429 above 100 streams per key, or 200 for all keys of a workspace.',
].join('\n');

export const streamOperations = {
  streamEvents: operation({
    ...stream,
    path: '/api/events/stream',
    scope: 'developers.read',
    summary: 'Stream events',
    description,
    extension: true,
    run: async (context) => openStream(context, { kinds: eventKinds, reach: 'log' }),
  }),
} satisfies Operations;

/**
 * The console's own stream, since people who may see every event as it happens need not read webhooks and logs. It also
 * has events that are only logged, such as alerts; owners also get exports and assistants' calls.
 */
export const consoleStreamOperations = {
  followEvents: operation({
    ...stream,
    path: '/owner/events/stream',
    scope: 'console',
    summary: 'Stream events to the console, like GET /api/events/stream',
    description:
      'Only owners can read the past of the log and the kinds of events reserved for them. Others get new events, and after ' +
      'a lost connection the events they missed in the last minutes.',
    errors: ['owner_only'],
    run: async (context) => {
      if (context.session.user.role === 'owner') return openStream(context, { kinds: loggedKinds, reach: 'log' });
      if (context.query.since !== undefined) throw new Problem('owner_only', 'Only an owner reads the past of the log');
      return openStream(context, { kinds: consoleKinds, reach: 'reconnect' });
    },
  }),
} satisfies Operations;

interface StreamContext extends Pick<Principal, 'workspace' | 'actor' | 'session'> {
  platform: Platform;
  query: z.output<typeof StreamQuery>;
  header(name: string): string | undefined;
  accepts<Type extends string>(first: Type, ...others: Type[]): Type;
}

function openStream(context: StreamContext, { kinds, reach }: { kinds: readonly string[]; reach: Reach }): FileReply {
  const { platform, workspace, actor, session, query } = context;
  const contentType = context.accepts(usualType, ...otherTypes);
  const chunks = streamEvents(platform, {
    workspace,
    callerId: session?.id ?? actor.id ?? '',
    holder: { id: actor.id ?? '', isPerson: session !== null },
    types: query.types ?? kinds,
    start: readStart(workspace, query, context.header('last-event-id')),
    reach,
    format: streamFormats[contentType],
    isAllowed: () => isStillGood(platform, { session, actor }),
  });
  // A connection left idle after the stream would delay the server's stop; proxies such as nginx buffer by default.
  return { fileName: null, contentType, headers: { Connection: 'close', 'X-Accel-Buffering': 'no' }, chunks };
}

function readStart(
  { timezone }: Workspace,
  { after, since }: z.output<typeof StreamQuery>,
  lastEventId: string | undefined,
): WantedStart {
  const id = lastEventId || after;
  if (id !== undefined) return { after: id };
  const { from } = dayRange(timezone, since);
  return from === undefined ? null : { since: from };
}
