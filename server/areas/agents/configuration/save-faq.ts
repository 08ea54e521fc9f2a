import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';
import { settleVersions } from '../published/settle-versions.ts';
import type { Agent, Faq } from '../schemas.ts';
import { markEdited } from '../store.ts';
import { type FaqChanges, type FaqDraft, mostFaqs } from './configuration.schemas.ts';
import { findFaq, insertFaqs, listFaqs, placeFaqs, toFaq, updateFaq } from './faqs.store.ts';
import { assertRoom, moveEntry } from './order-entries.ts';

export const faqsOf = async (db: Db, workspaceId: string, agentId: string): Promise<Faq[]> =>
  (await listFaqs(db, workspaceId, [agentId])).map(toFaq);

/** Stores the order of the FAQs after a change of them. */
export async function saveOrder(work: Work, agentId: string, faqs: Faq[]): Promise<void> {
  await placeFaqs(work.db, work.workspace.id, faqs);
  await markEdited(work.db, work.workspace.id, agentId, work.now);
  await settleVersions(work, agentId);
}

/** Adds a question with its answer. Throws `too_many`. */
export async function addFaq(work: Work, agent: Agent, draft: z.output<typeof FaqDraft>): Promise<Faq> {
  const { db, workspace, now } = work;
  assertRoom(agent.faqs, mostFaqs, 'FAQs');
  const { order = agent.faqs.length, ...content } = draft;
  const id = work.newId('faq');
  await insertFaqs(db, workspace.id, agent.id, [{ ...content, id, order: agent.faqs.length }], now);
  await saveOrder(work, agent.id, moveEntry(await faqsOf(db, workspace.id, agent.id), id, order));
  return (await findFaq(db, workspace.id, agent.id, id)) as Faq;
}

/** Changes a question, its answer or its place; without changes it leaves the agent as it is. */
export async function changeFaq(
  work: Work,
  agentId: string,
  faq: Faq,
  changes: z.output<typeof FaqChanges>,
): Promise<Faq> {
  const { db, workspace, now } = work;
  if (Object.keys(changes).length === 0) return faq;
  const { order = faq.order, ...content } = changes;
  await updateFaq(db, workspace.id, faq.id, content, now);
  await saveOrder(work, agentId, moveEntry(await faqsOf(db, workspace.id, agentId), faq.id, order));
  return (await findFaq(db, workspace.id, agentId, faq.id)) as Faq;
}
