import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { deleteRows, findRowBy, insertRow, updateRows } from '../../../platform/database/workspace-rows.ts';
import type { Faq } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    agent_faqs: Table<'agent_faqs'>;
  }
}

export type FaqRow = Row<'agent_faqs'>;

export const toFaq = (row: FaqRow): Faq => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  order: row.position,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The FAQs of some agents, by agent and position. */
export const listFaqs = (db: Db, workspaceId: string, agentIds: string[]): Promise<FaqRow[]> =>
  db
    .selectFrom('agent_faqs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', 'in', agentIds)
    .orderBy('agent_id')
    .orderBy('position')
    .orderBy('id')
    .execute();

export async function findFaq(db: Db, workspaceId: string, agentId: string, id: string): Promise<Faq | null> {
  const row = await findRowBy(db, 'agent_faqs', workspaceId, { agent_id: agentId, id });
  return row ? toFaq(row) : null;
}

export async function insertFaqs(
  db: Db,
  workspaceId: string,
  agentId: string,
  faqs: Pick<Faq, 'id' | 'question' | 'answer' | 'order'>[],
  now: string,
): Promise<void> {
  for (const { order, ...faq } of faqs) {
    const place = { workspace_id: workspaceId, agent_id: agentId, position: order };
    await insertRow(db, 'agent_faqs', { ...faq, ...place, created_at: now, updated_at: now });
  }
}

/** Changes the given fields; `placeFaqs` changes the order. */
export async function updateFaq(
  db: Db,
  workspaceId: string,
  id: string,
  changes: { question?: string | undefined; answer?: string | undefined },
  now: string,
): Promise<void> {
  await updateRows(db, 'agent_faqs', workspaceId, { id }, { ...changes, updated_at: now });
}

/** Renumbers the FAQs from 0 in the given order; writes only those that moved. */
export async function placeFaqs(db: Db, workspaceId: string, faqs: { id: string; order: number }[]): Promise<void> {
  for (const [position, { id, order }] of faqs.entries()) {
    if (order === position) continue;
    await updateRows(db, 'agent_faqs', workspaceId, { id }, { position });
  }
}

export const deleteFaq = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'agent_faqs', workspaceId, { id });

/** Replaces all FAQs of an agent by these, with their ids and times. */
export async function replaceFaqs(db: Db, workspaceId: string, agentId: string, faqs: Faq[]): Promise<void> {
  await deleteFaqs(db, workspaceId, agentId);
  for (const { order: position, createdAt: created_at, updatedAt: updated_at, ...faq } of faqs) {
    const place = { workspace_id: workspaceId, agent_id: agentId, position };
    await insertRow(db, 'agent_faqs', { ...faq, ...place, created_at, updated_at });
  }
}

export const deleteFaqs = (db: Db, workspaceId: string, agentId: string): Promise<void> =>
  deleteRows(db, 'agent_faqs', workspaceId, { agent_id: agentId });
