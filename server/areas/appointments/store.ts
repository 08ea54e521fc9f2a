import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import { type PageWish, readPage, readSort } from '../../platform/database/read-page.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { listRows, putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { readMark } from '../../platform/work/unconfirmed.ts';
import { changeOfContact, matchingWithCustomers, phoneOfContact } from '../people/index.ts';
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

const appointmentSearch = { table: 'appointment_search', rows: 'appointments' } as const;
/** A search covers at most this many of the newest matches. */
const mostFound = 1_000;

/** An appointment with the present number of its customer. */
type AppointmentRow = Row<'appointments'> & { client_phone: string | null };

const clientPhone = phoneOfContact('appointments.contact_id').as('client_phone');

const selectAppointments = (db: Db) => db.selectFrom('appointments').selectAll().select(clientPhone);

const toAppointment = (row: AppointmentRow): Appointment => ({
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
  contactId: row.contact_id,
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
  return indexAppointment(db, row);
}

/** Indexes the text of a written appointment; a search finds its customer through the contact. */
async function indexAppointment(db: Db, row: Row<'appointments'>): Promise<Appointment> {
  await putText(db, appointmentSearch, row.workspace_id, row.seq, `${row.title} ${row.client_name ?? ''}`);
  return (await findAppointment(db, row.workspace_id, row.id)) as Appointment;
}

const selectAppointment = prepareQuery((db, workspaceId: string, id: string) =>
  selectAppointments(db).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function findAppointment(db: Db, workspaceId: string, id: string): Promise<Appointment | null> {
  const row = selectAppointment(db, workspaceId, id).first();
  return row ? toAppointment(row) : null;
}

export async function updateAppointment(
  db: Db,
  workspaceId: string,
  id: string,
  changes: AppointmentRowChanges,
): Promise<Appointment> {
  const row = await updateRow(db, 'appointments', workspaceId, id, changes);
  return indexAppointment(db, row);
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
  const found = matchingWithCustomers(db, appointmentSearch, workspaceId, search, limit);
  const rows = await selectAppointments(db)
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('seq', 'in', found)
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(toAppointment);
}

export interface AppointmentFilter {
  aiAgentId?: string | undefined;
  contactId?: string | undefined;
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
  // With a search or a customer, SQLite should look up the rows found instead of scanning the workspace's index.
  const isLookedUp = (filter.search ?? filter.contactId) !== undefined;
  const owner = isLookedUp ? unindexed('workspace_id') : 'workspace_id';
  let query = db.selectFrom('appointments').where(owner, '=', workspaceId);
  if (filter.aiAgentId !== undefined) query = query.where('ai_agent_id', '=', filter.aiAgentId);
  if (filter.contactId !== undefined) query = query.where('contact_id', '=', filter.contactId);
  if (filter.status) query = query.where('status', 'in', filter.status);
  if (filter.source) query = query.where('source', 'in', filter.source);
  if (filter.to !== undefined) query = query.where('start_time', '<', filter.to);
  if (filter.from !== undefined) {
    query = filter.overlap
      ? query.where('end_time', '>', filter.from).where('start_time', '>', longestBefore(filter.from))
      : query.where('start_time', '>=', filter.from);
  }
  if (filter.search !== undefined) {
    const found = matchingWithCustomers(db, appointmentSearch, workspaceId, filter.search, mostFound);
    query = query.where('seq', 'in', sql<number>`(${listRows(found)})`);
  }
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
  const list = filtered(db, workspaceId, filter)
    .selectAll()
    .select(clientPhone)
    .orderBy(column, direction)
    .orderBy('id', direction);
  const { rows, total } = await readPage(db, list, wish, knownCount(db, workspaceId, filter));
  return { rows: rows.map(toAppointment), total };
}

/** How many appointments match, when it is known without reading them. */
function knownCount(db: Db, workspaceId: string, filter: AppointmentFilter): number | null {
  const { aiAgentId, contactId, status, source, search, from, to } = filter;
  if ((contactId ?? from ?? to) !== undefined) return null;
  if (search === undefined)
    return countShared(db, workspaceId, 'appointments', { ai_agent_id: aiAgentId, status, source });
  const isNarrowed = (aiAgentId ?? status ?? source) !== undefined;
  return isNarrowed ? null : matchingWithCustomers(db, appointmentSearch, workspaceId, search, mostFound).length;
}

/** The count of the listed appointments and the latest change of them or a customer; differs after each change. */
export async function summarizeAppointments(
  db: Db,
  workspaceId: string,
  filter: AppointmentFilter,
): Promise<{ count: number; changedAt: string | null }> {
  const row = await filtered(db, workspaceId, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<string | null>`max(max(updated_at, ifnull(${changeOfContact('appointments.contact_id')}, '')))`.as(
        'changedAt',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, changedAt: row.changedAt };
}

/** Appointments by their ids, in the order of their start. */
export async function findByIds(db: Db, workspaceId: string, ids: string[]): Promise<Appointment[]> {
  const rows = await selectAppointments(db)
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('start_time')
    .execute();
  return rows.map(toAppointment);
}

/** The appointments of a contact: those that have not ended, soonest first, and the latest of the others. */
export async function listOfPerson(
  db: Db,
  workspaceId: string,
  contactId: string,
  { now, limit }: { now: string; limit: number },
): Promise<{ next: Appointment[]; past: Appointment[]; count: number }> {
  const all = filtered(db, workspaceId, { contactId });
  const isNext = (eb: ExpressionBuilder<Tables, 'appointments'>) =>
    eb.and([eb('end_time', '>', now), eb('status', 'in', activeStatuses)]);
  const next = await all.selectAll().select(clientPhone).where(isNext).orderBy('start_time').limit(limit).execute();
  const past = await all
    .selectAll()
    .select(clientPhone)
    .where((eb) => eb.not(isNext(eb)))
    .orderBy('start_time', 'desc')
    .limit(limit)
    .execute();
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { next: next.map(toAppointment), past: past.map(toAppointment), count };
}

/** The next active appointment of a contact that starts at `now` (UTC text) or later. */
export async function nextAppointment(
  db: Db,
  workspaceId: string,
  contactId: string,
  now: string,
): Promise<Appointment | null> {
  const row = await selectAppointments(db)
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .where('start_time', '>=', now)
    .where('status', 'in', activeStatuses)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst();
  return row ? toAppointment(row) : null;
}

/** The latest appointments of a contact that begin at or before `until` (UTC text). */
export async function appointmentsOf(
  db: Db,
  workspaceId: string,
  contactId: string,
  { until, limit }: { until: string; limit: number },
): Promise<Appointment[]> {
  const rows = await selectAppointments(db)
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .where('start_time', '<=', until)
    .orderBy('start_time', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toAppointment);
}
