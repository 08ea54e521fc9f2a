import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { findWorkspace } from '../../../platform/workspaces.ts';
import { findAgent } from '../../agents/index.ts';
import { type Appointment, listAppointments } from '../../appointments/index.ts';
import { ConnectorError, defineConnector } from '../connector.ts';
import type { InstallationRow } from '../installations.store.ts';
import { readKept } from '../kept.ts';

const shownPastMs = 90 * 24 * 3_600_000;
const mostAppointments = 2_000;

const Credentials = z.strictObject({ aiAgentId: z.string().min(1).max(64).describe('Whose appointments it shows.') });
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
    if (!agent) throw new ConnectorError('refused', 'There is no such agent', { isFinal: true });
    return agent.name;
  },
});

const statuses: Record<z.infer<typeof Appointment>['status'], ICalEventStatus> = {
  PENDING: ICalEventStatus.TENTATIVE,
  CONFIRMED: ICalEventStatus.CONFIRMED,
  COMPLETED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
};

/** The agent's appointments of the last 90 days and all to come, as RFC 5545; null when the feed was ended. */
export async function writeFeed(platform: Platform, row: InstallationRow): Promise<string | null> {
  const kept = readKept(platform, row);
  const workspace = await findWorkspace(platform.database.read, row.workspace_id);
  if (!kept || !workspace) return null;
  const { aiAgentId } = Credentials.parse(kept.given);
  const from = new Date(platform.clock.now().getTime() - shownPastMs).toISOString();
  const page = { page: 1, limit: mostAppointments, sort: 'startTime' } as const;
  const { appointments } = await listAppointments(platform.database.read, workspace.id, { aiAgentId, from }, page);
  const calendar = ical({
    name: row.account === null ? workspace.name : `${row.account}, ${workspace.name}`,
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
