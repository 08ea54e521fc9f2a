import { z } from 'zod';
import { etagOf } from '../../../../http/reply.ts';
import { findWorkspace } from '../../../../platform/access/workspaces.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { dayMs } from '../../../../platform/durations.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { version } from '../../../../version.ts';
import { findAgent } from '../../../agents/index.ts';
import { type Appointment, listAppointments, summarizeAppointments } from '../../../appointments/index.ts';
import { unsealSecrets } from '../../installations/installation-secrets.ts';
import type { InstallationRow } from '../../installations/installations.store.ts';
import { ConnectorError, defineConnector } from '../connector.ts';

const shownPastMs = 90 * dayMs;
const mostAppointments = 2_000;

const Credentials = z.strictObject({
  aiAgentId: z.string().min(1).max(64).describe('The agent whose appointments it shows.'),
});
type Credentials = z.output<typeof Credentials>;

/** A private address that calendar programs subscribe to. */
export const icalFeed = defineConnector<Credentials>({
  key: 'ical_feed',
  name: 'Calendar feed (.ics)',
  credentials: Credentials,
  secrets: [],
  hasFeed: true,
  actions: [],
  async check({ platform, workspaceId, credentials }) {
    const agent = await findAgent(platform.database.read, workspaceId, credentials.aiAgentId);
    if (!agent) throw new ConnectorError('refused', 'No such agent', { isFinal: true });
    return agent.name;
  },
});

/** A feed, described without rendering it. */
export interface Feed {
  /** Differs after each change of the feed. */
  etag: string;
  /** The latest change of an appointment in it. */
  changedAt: Date;
  /** Renders the feed (RFC 5545). */
  write(): Promise<string>;
}

/** The feed of an agent's appointments, from 90 days ago on; null when it was disconnected. */
export async function openFeed(platform: Platform, row: InstallationRow): Promise<Feed | null> {
  const { read } = platform.database;
  const secrets = unsealSecrets(platform, row);
  const workspace = await findWorkspace(read, row.workspace_id);
  if (!secrets || !workspace) return null;
  const { aiAgentId } = Credentials.parse(secrets.given);
  // The range starts at a day, so time alone changes the feed only once a day.
  const today = platform.clock.now().toISOString().slice(0, 10);
  const from = new Date(Date.parse(today) - shownPastMs).toISOString();
  const name = row.account === null ? workspace.name : `${row.account}, ${workspace.name}`;
  const { count, changedAt } = await summarizeAppointments(read, workspace.id, { aiAgentId, from });
  return {
    etag: etagOf([version, row.id, name, today, count, changedAt].join('\n')),
    changedAt: new Date(changedAt ?? row.updated_at),
    write: async () => toCalendar(name, await listShown(read, workspace.id, aiAgentId, { from, today })),
  };
}

/** Coming appointments, soonest first; then past ones, latest first, up to the limit. */
async function listShown(
  db: Db,
  workspaceId: string,
  aiAgentId: string,
  { from, today }: Record<'from' | 'today', string>,
) {
  const next = { page: 1, limit: mostAppointments, sort: 'startTime' } as const;
  const { rows: toCome } = await listAppointments(db, workspaceId, { aiAgentId, from: today }, next);
  if (toCome.length === mostAppointments) return toCome;
  const before = { page: 1, limit: mostAppointments - toCome.length, sort: '-startTime' } as const;
  const { rows: past } = await listAppointments(db, workspaceId, { aiAgentId, from, to: today }, before);
  return [...past.reverse(), ...toCome];
}

async function toCalendar(name: string, appointments: z.infer<typeof Appointment>[]): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const statuses = {
    PENDING: ICalEventStatus.TENTATIVE,
    CONFIRMED: ICalEventStatus.CONFIRMED,
    COMPLETED: ICalEventStatus.CONFIRMED,
    CANCELLED: ICalEventStatus.CANCELLED,
  };
  const calendar = ical({
    name,
    prodId: '//Frontdesk//Appointments//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
  });
  for (const appointment of appointments) {
    const { id, title, startTime, endTime, status, clientName, clientPhone, notes } = appointment;
    calendar.createEvent({
      id,
      start: new Date(startTime),
      end: new Date(endTime),
      stamp: new Date(appointment.updatedAt),
      created: new Date(appointment.createdAt),
      lastModified: new Date(appointment.updatedAt),
      summary: clientName ? `${title}: ${clientName}` : title,
      description: [clientPhone, notes].filter(Boolean).join('\n'),
      status: statuses[status],
    });
  }
  return calendar.toString();
}
