import type { ExpressionBuilder, Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { type PageWish, readPage, readSort } from '../../platform/database/read-page.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { matchesText, matchingRows, putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, findRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { joinPhone, phoneWords } from '../../platform/text/phones.ts';
import { readMark } from '../../platform/work/unconfirmed.ts';
import { longestMs, type Slot } from './appointment-time.ts';
import type { Appointment, AppointmentStatus, appointmentSorts } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    appointments: Table<
      'appointments',
      {
        status: AppointmentStatus;
        source: Appointment['source'];
        outside_business_hours: 0 | 1;
      }
    >;
  }
}

export type NewAppointmentRow = Omit<Tables['appointments'], 'seq' | 'workspace_id'>;
export type AppointmentRowChanges = Updateable<Omit<Tables['appointments'], 'seq' | 'id' | 'workspace_id'>>;

/** The statuses in which an appointment holds its slot. */
export const activeStatuses: AppointmentStatus[] = ['PENDING', 'CONFIRMED'];

const appointmentSearch = { table: 'appointment_search' };
/** A search covers at most this many of the newest matches. */
const mostFound = 1_000;

const toAppointment = (row: Row<'appointments'>): Appointment => ({
  id: row.id,
  aiAgentId: row.ai_agent_id,
  title: row.title,
  startTime: row.start_time,
  endTime: row.end_time,
  status: row.status,
  notes: row.notes,
  source: row.source,
  leadId: row.lead_id,
  clientName: row.client_name,
  clientPhone: row.client_phone,
  clientEmail: row.client_email,
  outsideBusinessHours: row.outside_business_hours === 1,
  notification: row.notification === null ? null : JSON.parse(row.notification),
  unconfirmed: readMark(row.unconfirmed),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function insertAppointment(
  db: Db,
  workspaceId: string,
  appointment: NewAppointmentRow,
): Promise<Appointment> {
  const row = await insertRow(db, 'appointments', { ...appointment, workspace_id: workspaceId });
  await indexAppointment(db, row);
  return toAppointment(row);
}

async function indexAppointment(db: Db, row: Row<'appointments'>): Promise<void> {
  await putText(
    db,
    appointmentSearch,
    row.workspace_id,
    row.seq,
    `${row.title} ${row.client_name ?? ''} ${phoneWords(row.client_phone ?? '')}`,
  );
}

export async function findAppointment(db: Db, workspaceId: string, id: string): Promise<Appointment | null> {
  const row = await findRow(db, 'appointments', workspaceId, id);
  return row ? toAppointment(row) : null;
}

export async function updateAppointment(
  db: Db,
  workspaceId: string,
  id: string,
  changes: AppointmentRowChanges,
): Promise<Appointment> {
  const row = await updateRow(db, 'appointments', workspaceId, id, changes);
  await indexAppointment(db, row);
  return toAppointment(row);
}

export async function deleteAppointment(db: Db, workspaceId: string, id: string): Promise<void> {
  const row = await deleteRow(db, 'appointments', workspaceId, id);
  if (row) await removeText(db, appointmentSearch, row.seq);
}

const longestBefore = (moment: string): string => new Date(Date.parse(moment) - longestMs).toISOString();

/** The agent's active appointments that overlap a slot, by time; `exceptId` is the one being moved. */
export async function findClashes(
  db: Db,
  workspaceId: string,
  slot: Slot & { aiAgentId: string },
  exceptId: string | null,
): Promise<(Slot & { id: string })[]> {
  let query = db
    .selectFrom('appointments')
    .select(['id', 'start_time as startTime', 'end_time as endTime'])
    .where('workspace_id', '=', workspaceId)
    .where('ai_agent_id', '=', slot.aiAgentId)
    .where('start_time', '>', longestBefore(slot.startTime))
    .where('start_time', '<', slot.endTime)
    .where('end_time', '>', slot.startTime)
    .where('status', 'in', activeStatuses);
  if (exceptId !== null) query = query.where('id', '!=', exceptId);
  return query.orderBy('start_time').execute();
}

/** The latest booked appointments that match a search. */
export async function findAppointments(
  db: Db,
  workspaceId: string,
  search: string,
  limit: number,
): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where(matchesText(db, appointmentSearch, workspaceId, joinPhone(search), limit))
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(toAppointment);
}

export interface AppointmentFilter {
  aiAgentId?: string | undefined;
  status?: AppointmentStatus[] | undefined;
  source?: Appointment['source'][] | undefined;
  search?: string | undefined;
  /** The range [from, to), UTC text. */
  from?: string;
  to?: string;
  /** Matches what overlaps the range, not only what starts in it. */
  overlap?: boolean | undefined;
}

function filtered(db: Db, workspaceId: string, filter: AppointmentFilter) {
  // With a search, SQLite should look up the rows found instead of scanning the workspace's index.
  const owner = filter.search === undefined ? 'workspace_id' : unindexed('workspace_id');
  let query = db.selectFrom('appointments').where(owner, '=', workspaceId);
  if (filter.aiAgentId !== undefined) query = query.where('ai_agent_id', '=', filter.aiAgentId);
  if (filter.status) query = query.where('status', 'in', filter.status);
  if (filter.source) query = query.where('source', 'in', filter.source);
  if (filter.to !== undefined) query = query.where('start_time', '<', filter.to);
  if (filter.from !== undefined) {
    query = filter.overlap
      ? query.where('end_time', '>', filter.from).where('start_time', '>', longestBefore(filter.from))
      : query.where('start_time', '>=', filter.from);
  }
  if (filter.search !== undefined)
    query = query.where(matchesText(db, appointmentSearch, workspaceId, filter.search, mostFound));
  return query;
}

const sortColumns = { startTime: 'start_time', createdAt: 'created_at' } as const;

/** A page in the order of `sort`, and the total. */
export async function listAppointments(
  db: Db,
  workspaceId: string,
  filter: AppointmentFilter,
  wish: PageWish & { sort: (typeof appointmentSorts)[number] },
): Promise<{ rows: Appointment[]; total: number }> {
  const { column, direction } = readSort(sortColumns, wish.sort);
  const list = filtered(db, workspaceId, filter).selectAll().orderBy(column, direction).orderBy('id', direction);
  const { rows, total } = await readPage(db, list, wish, knownCount(db, workspaceId, filter));
  return { rows: rows.map(toAppointment), total };
}

/** How many appointments match, when it is known without reading them. */
function knownCount(db: Db, workspaceId: string, filter: AppointmentFilter): number | null {
  const { aiAgentId, status, source, search, from, to } = filter;
  if ((from ?? to) !== undefined) return null;
  if (search === undefined)
    return countShared(db, workspaceId, 'appointments', { ai_agent_id: aiAgentId, status, source });
  const isNarrowed = (aiAgentId ?? status ?? source) !== undefined;
  return isNarrowed ? null : (matchingRows(db, appointmentSearch, workspaceId, search, mostFound)?.length ?? 0);
}

/** The count of the listed appointments and their latest change; differs after each change to the list. */
export async function summarizeAppointments(
  db: Db,
  workspaceId: string,
  filter: AppointmentFilter,
): Promise<{ count: number; changedAt: string | null }> {
  const row = await filtered(db, workspaceId, filter)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changedAt')])
    .executeTakeFirstOrThrow();
  return { count: row.count, changedAt: row.changedAt };
}

/** Appointments by their ids, in the order of their start. */
export async function findByIds(db: Db, workspaceId: string, ids: string[]): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('start_time')
    .execute();
  return rows.map(toAppointment);
}

/** The appointments of a phone number: those that have not ended, soonest first, and the latest of the others. */
export async function listOfPerson(
  db: Db,
  workspaceId: string,
  phone: string,
  { now, limit }: { now: string; limit: number },
): Promise<{ next: Appointment[]; past: Appointment[]; count: number }> {
  const all = db.selectFrom('appointments').where('workspace_id', '=', workspaceId).where('client_phone', '=', phone);
  const isNext = (eb: ExpressionBuilder<Tables, 'appointments'>) =>
    eb.and([eb('end_time', '>', now), eb('status', 'in', activeStatuses)]);
  const next = await all.selectAll().where(isNext).orderBy('start_time').limit(limit).execute();
  const past = await all
    .selectAll()
    .where((eb) => eb.not(isNext(eb)))
    .orderBy('start_time', 'desc')
    .limit(limit)
    .execute();
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { next: next.map(toAppointment), past: past.map(toAppointment), count };
}

/** The next active appointment of a phone number that starts at `now` (UTC text) or later. */
export async function nextAppointment(
  db: Db,
  workspaceId: string,
  phone: string,
  now: string,
): Promise<Appointment | null> {
  const row = await db
    .selectFrom('appointments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('client_phone', '=', phone)
    .where('start_time', '>=', now)
    .where('status', 'in', activeStatuses)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst();
  return row ? toAppointment(row) : null;
}

/** The latest appointments of a number that begin at or before `until` (UTC text). */
export async function appointmentsOf(
  db: Db,
  workspaceId: string,
  phone: string,
  { until, limit }: { until: string; limit: number },
): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('client_phone', '=', phone)
    .where('start_time', '<=', until)
    .orderBy('start_time', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toAppointment);
}

/** Gives the appointments of a number to another one, when both turn out to be one person. */
export async function moveAppointments(db: Db, workspaceId: string, fromPhone: string, toPhone: string): Promise<void> {
  const moved = await db
    .updateTable('appointments')
    .set({ client_phone: toPhone })
    .where('workspace_id', '=', workspaceId)
    .where('client_phone', '=', fromPhone)
    .returningAll()
    .execute();
  for (const row of moved) await indexAppointment(db, row);
}
