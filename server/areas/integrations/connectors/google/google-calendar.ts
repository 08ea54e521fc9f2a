import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appointmentEvents, appointmentTexts, type CalendarEntry, fillEntry } from '../calendar/appointment-event.ts';
import { marksOf, whoseTexts } from '../calendar/patch-ics.ts';
import { type Action, defineAction, defineConnector, type Filled, type SyncCall } from '../connector.ts';
import { endpoints } from '../endpoints.ts';
import { type Answered, readAnswer } from '../send-request.ts';
import { askGoogle, GoogleCredentials, googleOAuth } from './google.ts';

const Config = z.strictObject({
  calendar: z.string().min(1).max(300).describe('One of the targets, or `primary`.'),
  ...appointmentTexts,
});
type Config = z.output<typeof Config>;

const CalendarList = z.object({
  items: z.array(z.object({ id: z.string(), summary: z.string() })),
  nextPageToken: z.string().optional(),
});

const listTargets: NonNullable<Action<GoogleCredentials, never>['listTargets']> = async (connection, page) => {
  if (page.targetId !== null) return null;
  const query = new URLSearchParams({
    minAccessRole: 'writer',
    maxResults: String(page.limit),
    ...(page.cursor === null ? {} : { pageToken: page.cursor }),
  });
  const url = `${endpoints.googleCalendar}/users/me/calendarList?${query}`;
  const list = readAnswer(CalendarList, await askGoogle(connection, { url }));
  const targets = list.items.map(({ id, summary }) => ({ id, name: summary, kind: 'calendar', hasChildren: false }));
  return { targets, next: list.nextPageToken ?? null };
};

/** The caller may choose an event's id (letters a to v and digits), so a repeat conflicts with the first attempt. */
const idOf = (entry: CalendarEntry): string => createHash('sha256').update(entry.id).digest('hex');

const syncAppointment = defineAction<GoogleCredentials, Config>({
  key: 'sync_appointment',
  name: 'Keep the appointment in a calendar',
  config: Config,
  events: appointmentEvents,
  targetOf: ({ calendar }) => calendar,
  fill: (config, event): Filled => ({ ...fillEntry(config, event) }),
  listTargets,
  async run(call) {
    const entry = call.filled as unknown as CalendarEntry;
    const id = idOf(entry);
    const events = `${endpoints.googleCalendar}/calendars/${encodeURIComponent(call.config.calendar)}/events`;
    if (entry.isGone) {
      const { request, response } = await askGoogle(call, {
        method: 'DELETE',
        url: `${events}/${id}`,
        accept: [404, 410],
      });
      return { request, response, reference: id };
    }
    const { request, response } = await putEntry(call, `${events}/${id}`, events, { id, entry });
    return { request, response, reference: id };
  },
});

const Present = z.object({
  summary: z.string().default(''),
  description: z.string().default(''),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).default({}) }).optional(),
});
const marksKey = 'frontdeskTexts';

/** Creates the event or updates our part of it: guests, places and reminders stay. */
async function putEntry(
  call: SyncCall<GoogleCredentials, Config>,
  url: string,
  events: string,
  { id, entry }: { id: string; entry: CalendarEntry },
): Promise<Answered> {
  const times = {
    start: { dateTime: entry.start },
    end: { dateTime: entry.end },
    extendedProperties: { private: { [marksKey]: marksOf(entry) } },
    // A deleted event keeps its id; this brings it back.
    status: 'confirmed',
  };
  const texts = { summary: entry.title, description: entry.notes };
  const made = await askGoogle(call, { method: 'POST', url: events, body: { id, ...times, ...texts }, accept: [409] });
  if (made.status !== 409) return made;
  const present = readAnswer(Present, await askGoogle(call, { url }));
  const ours = whoseTexts(present.extendedProperties?.private[marksKey] ?? null, {
    title: present.summary,
    notes: present.description,
  });
  // An event that a person made all-day has `date`; only one of `date` and `dateTime` may be set.
  const body = {
    ...times,
    start: { ...times.start, date: null },
    end: { ...times.end, date: null },
    ...(ours.title ? { summary: texts.summary } : {}),
    ...(ours.notes ? { description: texts.description } : {}),
  };
  return askGoogle(call, { method: 'PATCH', url, body });
}

const Primary = z.object({ id: z.string() });

export const googleCalendar = defineConnector<GoogleCredentials>({
  key: 'google_calendar',
  name: 'Google Calendar',
  credentials: GoogleCredentials,
  secrets: ['clientSecret'],
  oauth: googleOAuth([
    'https://www.googleapis.com/auth/calendar.events',
    'https://www.googleapis.com/auth/calendar.readonly',
  ]),
  actions: [syncAppointment],
  async check(connection) {
    const url = `${endpoints.googleCalendar}/calendars/primary`;
    return readAnswer(Primary, await askGoogle(connection, { url })).id;
  },
});
