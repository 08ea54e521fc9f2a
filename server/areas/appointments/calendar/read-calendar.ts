import { Temporal } from 'temporal-polyfill';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { listAgents, openBetween, readAgentNames } from '../../agents/index.ts';
import { type AppointmentFilter, listAppointments } from '../store.ts';
import type { Calendar } from './calendar.schemas.ts';

/** More do not fit on a screen; a week of 50,000 appointments a year has half of that. */
const mostEntries = 2_000;

export interface CalendarWish extends Pick<AppointmentFilter, 'aiAgentId' | 'status'> {
  /** The first day, YYYY-MM-DD. */
  from: string;
  days: number;
}

/** What the calendar shows of some days: the agents with their opening times, and what overlaps these days. */
export async function readCalendar(db: Db, workspace: Workspace, wish: CalendarWish): Promise<Calendar> {
  const first = Temporal.PlainDate.from(wish.from);
  const days = Array.from({ length: wish.days }, (_, index) => toDay(first.add({ days: index }), workspace.timezone));
  const range = { from: days[0]?.from ?? '', to: days.at(-1)?.to ?? '' };
  const { rows: appointments, total } = await listAppointments(
    db,
    workspace.id,
    { aiAgentId: wish.aiAgentId, status: wish.status, ...range, overlap: true },
    { page: 1, limit: mostEntries, sort: 'startTime' },
  );
  const agents = await listAgents(db, workspace.id, { archived: false });
  const names = await readAgentNames(db, workspace.id);
  const archived = new Set(appointments.map(({ aiAgentId }) => aiAgentId));
  for (const { id } of agents) archived.delete(id);
  return {
    lanes: [
      ...agents.map(({ id, name, behavior, services }) => ({
        id,
        name,
        isArchived: false,
        reminderMinutes: behavior.appointmentReminderMinutes,
        services,
      })),
      ...[...archived].map((id) => ({
        id,
        name: names.get(id) ?? '',
        isArchived: true,
        reminderMinutes: 0,
        services: [],
      })),
    ],
    days,
    open: agents.flatMap(({ id: aiAgentId, businessHours }) =>
      openBetween(businessHours, workspace.timezone, range.from, range.to).map((open) => ({ aiAgentId, ...open })),
    ),
    appointments,
    isCut: total > appointments.length,
  };
}

function toDay(date: Temporal.PlainDate, timezone: string): Calendar['days'][number] {
  const from = date.toZonedDateTime(timezone);
  const to = date.add({ days: 1 }).toZonedDateTime(timezone);
  const minutes = (to.offsetNanoseconds - from.offsetNanoseconds) / 1e6 / minuteMs;
  const change = minutes === 0 ? null : from.getTimeZoneTransition('next');
  return {
    date: date.toString(),
    from: toText(from),
    to: toText(to),
    clockChange: change && {
      at: change.subtract({ nanoseconds: 1 }).toPlainTime().round('minute').toString().slice(0, 5),
      minutes,
    },
  };
}

const toText = ({ epochMilliseconds }: Temporal.ZonedDateTime): string => new Date(epochMilliseconds).toISOString();
