import type { createAccount } from 'tsdav';
import { z } from 'zod';
import {
  type Action,
  type Connection,
  ConnectorError,
  defineAction,
  defineConnector,
  type Filled,
} from '../connector.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { pageOf } from '../page-of.ts';
import { faultOf } from '../send-request.ts';
import { appointmentEvents, appointmentTexts, type CalendarEntry, fillEntry } from './appointment-event.ts';
import { marksOf, marksProperty, patchIcs } from './patch-ics.ts';

const Credentials = z.strictObject({
  serverUrl: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .describe('The owner must have allowed an address that is not public.'),
  user: z.string().min(1).max(200),
  password: z.string().min(1).max(500).describe('With two-factor sign-in, an app password.'),
});
type Credentials = z.output<typeof Credentials>;

const Config = z.strictObject({
  calendar: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .describe('One of the targets.'),
  ...appointmentTexts,
});
type Config = z.output<typeof Config>;

interface Session {
  account: Awaited<ReturnType<typeof createAccount>>;
  headers: Record<string, string>;
  fetch: typeof fetch;
}

/** Discovers the calendar home from the server's address (RFC 6764, 6). Throws `ConnectorError`. */
async function openSession({ platform, credentials, signal }: Connection<Credentials>): Promise<Session> {
  const { serverUrl, user, password } = credentials;
  const { createAccount, getBasicAuthHeaders } = await import('tsdav');
  const guarded = guardedFetch(platform, signal);
  const headers: Record<string, string> = {
    ...getBasicAuthHeaders({ username: user, password }),
  } as Record<string, string>;
  // The library reports failures as text only, so the status is recorded on the way.
  let lastStatus = 0;
  const noting: typeof fetch = async (input, init) => {
    const response = await guarded(input, init);
    lastStatus = response.status;
    return response;
  };
  try {
    const account = await createAccount({ account: { serverUrl, accountType: 'caldav' }, headers, fetch: noting });
    return { account, headers, fetch: guarded };
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    if (lastStatus >= 400) throw faultOf(lastStatus, { response: (error as Error).message });
    throw new ConnectorError('refused', `This is not a CalDAV server: ${(error as Error).message}`, { isFinal: true });
  }
}

const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = async (connection, page) => {
  const session = await openSession(connection);
  const { fetchCalendars } = await import('tsdav');
  const calendars = await fetchCalendars(session).catch((error: unknown) => {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError('failing', `The calendars cannot be read: ${(error as Error).message}`);
  });
  const targets = calendars
    .filter(({ components }) => !components || components.includes('VEVENT'))
    .map(({ url, displayName }) => {
      const name = typeof displayName === 'string' && displayName !== '' ? displayName : url;
      return { id: url, name, kind: 'calendar', hasChildren: false };
    })
    .sort((a, b) => a.id.localeCompare(b.id));
  if (page.targetId === null) return pageOf(targets, page.cursor, page.limit);
  return targets.some(({ id }) => id === page.targetId) ? { targets: [], next: null } : null;
};

/** Stores the appointment at an address derived from its id, so a repeat is idempotent. */
const syncAppointment = defineAction<Credentials, Config>({
  key: 'sync_appointment',
  name: 'Keep the appointment in a calendar',
  config: Config,
  events: appointmentEvents,
  targetOf: ({ calendar }) => calendar,
  fill: (config, event): Filled => ({ ...fillEntry(config, event) }),
  listTargets,
  async run(call) {
    const { config, filled } = call;
    const entry = filled as unknown as CalendarEntry;
    const { account, headers, fetch } = await openSession(call);
    // The password is sent only to the given server, or to the one that it names as calendar home.
    if (!account.homeUrl || !config.calendar.startsWith(account.homeUrl)) {
      throw new ConnectorError('refused', `${config.calendar} is not a calendar of this account`, { isFinal: true });
    }
    const url = `${config.calendar.replace(/\/$/, '')}/${entry.id}.ics`;
    const request = `${entry.isGone ? 'DELETE' : 'PUT'} ${url}\n${entry.title}, ${entry.start} to ${entry.end}`;
    const now = call.platform.clock.now();
    const response = entry.isGone
      ? await fetch(url, { method: 'DELETE', headers })
      : await putEntry({ fetch, headers, url, entry, now });
    if (response === null) return { request, response: 'nothing had to be changed', reference: url };
    const told = { request, response: `${response.status} ${(await response.text()).slice(0, 500)}`.trim() };
    const isGoneAlready = entry.isGone && isMissing(response);
    if (response.status === 412) throw new ConnectorError('busy', 'The event is being changed at the same time', told);
    if (!response.ok && !isGoneAlready) throw faultOf(response.status, told);
    return { ...told, reference: url };
  },
});

const isMissing = ({ status }: Response): boolean => status === 404 || status === 410;
const mostTurns = 3;

/**
 * Updates the calendar's event, or creates it. A coming appointment deleted only from the calendar comes back with its
 * next change, because a missed appointment costs more than a superfluous entry; a past one does not. Returns null when
 * nothing had to be written, else the last response: 412 when others keep changing it.
 */
async function putEntry({ fetch, headers, url, entry, now }: Omit<Session, 'account'> & Put): Promise<Response | null> {
  for (let turn = 1; ; turn++) {
    const seen = await fetch(url, { headers });
    if (!seen.ok && !isMissing(seen)) return seen;
    if (!seen.ok && entry.isChange && entry.end < now.toISOString()) return null;
    const text = await seen.text();
    const body = (seen.ok ? patchIcs(text, entry, now) : null) ?? (await toIcs(entry));
    if (seen.ok && body === text) return null;
    const etag = seen.headers.get('etag');
    // A weak tag never matches `If-Match` (RFC 9110, 13.1.1).
    const ifMatch: Record<string, string> = seen.ok && etag && !etag.startsWith('W/') ? { 'if-match': etag } : {};
    const answer = await fetch(url, {
      method: 'PUT',
      headers: {
        ...headers,
        'content-type': 'text/calendar; charset=utf-8',
        ...(seen.ok ? ifMatch : { 'if-none-match': '*' }),
      },
      body,
    });
    if (answer.status !== 412 || turn === mostTurns) return answer;
  }
}

interface Put {
  url: string;
  entry: CalendarEntry;
  now: Date;
}

async function toIcs(entry: CalendarEntry): Promise<string> {
  const { default: ical } = await import('ical-generator');
  const { id, start, end, title, notes } = entry;
  const calendar = ical({ prodId: '//Frontdesk//Appointments//EN' });
  const texts = { summary: title, description: notes, x: { [marksProperty]: marksOf(entry) } };
  calendar.createEvent({ id, start: new Date(start), end: new Date(end), ...texts });
  return calendar.toString();
}

export const caldav = defineConnector<Credentials>({
  key: 'caldav',
  name: 'Calendar (CalDAV)',
  credentials: Credentials,
  secrets: ['password'],
  concurrency: 2,
  actions: [syncAppointment],
  async check(connection) {
    await openSession(connection);
    return `${connection.credentials.user} on ${new URL(connection.credentials.serverUrl).host}`;
  },
});
