import type { CursorCodec } from '../../http/paginate.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { fromCents } from '../../platform/text/money.ts';
import { appointmentsOf } from '../appointments/index.ts';
import { cardsOf } from '../crm/index.ts';
import { type MomentPage, readContactMoments } from '../inbox/index.ts';
import { leadsOf } from '../leads/index.ts';
import { ordersOf } from '../orders/index.ts';
import { type ContactRow, findContactById } from '../people/index.ts';
import type { TimelineEntry } from './timeline.schemas.ts';

interface TimelineWish {
  db: Db;
  workspace: Workspace;
  params: { id: string };
  query: { cursor?: string | undefined; limit: number };
  cursors: CursorCodec;
}

/** Entries at one moment that a page may miss at most: more have never happened. */
const atOneMoment = 50;
/** After every time. */
const endOfTime = '9';
const longestText = 300;

/** A page of what happened with a contact. Each area gives its newest entries; the newest of all are the page. */
export async function readTimeline({ db, workspace, params, query, cursors }: TimelineWish) {
  const contact = findContactById(db, workspace.id, params.id);
  if (!contact) throw new Problem('not_found');
  const [at, id] = (cursors.read(query.cursor) ?? [endOfTime, endOfTime]) as [string, string];
  const page = { until: at, limit: query.limit + atOneMoment };
  const entries = (await Promise.all([readChat(db, workspace, contact, page), readSales(db, workspace, contact, page)]))
    .flat()
    .filter((entry) => entry.at < at || entry.id < id)
    .sort((a, b) => compare(b.at, a.at) || compare(b.id, a.id));
  const shown = entries.slice(0, query.limit);
  const last = entries.length > query.limit ? shown.at(-1) : undefined;
  return { data: shown, nextCursor: last ? cursors.write([last.at, last.id]) : null };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function readChat(db: Db, workspace: Workspace, contact: ContactRow, page: MomentPage): Promise<TimelineEntry[]> {
  const { messages, notes } = await readContactMoments(db, workspace.id, contact.id, page);
  return [
    ...messages.map((row) => ({
      kind: 'message' as const,
      id: row.id,
      at: row.written_at,
      conversationId: row.conversation_id,
      channelId: row.channel_id,
      author: row.author,
      authorName: row.author_name,
      type: row.type,
      content: row.content?.slice(0, longestText) ?? null,
      notice: row.notice === null ? null : JSON.parse(row.notice),
      deletedAt: row.deleted_at,
    })),
    ...notes.map((row) => ({
      kind: 'note' as const,
      id: row.id,
      at: row.created_at,
      conversationId: row.conversation_id,
      authorName: row.author_name,
      text: row.text,
    })),
  ];
}

async function readSales(
  db: Db,
  workspace: Workspace,
  contact: ContactRow,
  page: MomentPage,
): Promise<TimelineEntry[]> {
  const orders = await ordersOf(db, workspace.id, contact.id, page);
  const appointments = await appointmentsOf(db, workspace.id, contact.id, page);
  const leads = await leadsOf(db, workspace.id, contact.id, page);
  const cards = await cardsOf(db, workspace.id, contact.id, page);
  return [
    ...orders.map(({ id, createdAt: at, number, status, total, items }) => ({
      kind: 'order' as const,
      ...{ id, at, number, status, total },
      items: items.map(({ name, quantity }) => ({ name, quantity })),
    })),
    ...appointments.map(({ id, startTime: at, title, endTime, status }) => ({
      kind: 'appointment' as const,
      ...{ id, at, title, endTime, status },
    })),
    ...leads.map(({ id, createdAt: at, aiAgentId, tags, data }) => ({
      kind: 'lead' as const,
      ...{ id, at, aiAgentId, tags, data },
    })),
    ...cards.map((row) => ({
      kind: 'card' as const,
      id: row.id,
      at: row.created_at,
      title: row.title,
      value: row.value_cents === null ? null : fromCents(row.value_cents),
      stage: row.stage_name,
      leadId: row.lead_id,
    })),
  ];
}
