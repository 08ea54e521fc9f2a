import { Deleted, deleted } from '../../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';
import { agentTarget } from '../agent-target.ts';
import { Faq } from '../schemas.ts';
import { touchAgents } from '../store.ts';
import { FaqChanges, FaqDraft, FaqOrder, mostFaqs } from './configuration.schemas.ts';
import { deleteFaq, findFaq, insertFaqs, listFaqs, placeFaqs, toFaq, updateFaq } from './faqs.store.ts';
import { assertRoom, moveEntry, orderEntries } from './order-entries.ts';

const faqTarget = target(Faq, ({ db, workspace, params }: TargetContext<'id' | 'faqId'>) =>
  findFaq(db, workspace.id, params.id, params.faqId),
);

const faqsOf = async (db: Db, workspaceId: string, agentId: string): Promise<Faq[]> =>
  (await listFaqs(db, workspaceId, [agentId])).map(toFaq);

/** Stores the order of the FAQs and marks the agent as untested. */
async function saveOrder({ db, workspace, now }: Work, agentId: string, faqs: Faq[]): Promise<void> {
  await placeFaqs(db, workspace.id, faqs);
  await touchAgents(db, workspace.id, [agentId], now);
}

export const faqOperations = {
  createFaq: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/faq',
    scope: 'agents.write',
    summary: 'Add a question with its answer',
    description:
      `Inserted at the place \`order\`, from 0, or at the end. ${mostFaqs} questions at most. ` +
      'Takes effect at once and counts as an untested change (`hasUntestedChanges`).',
    tx: 'write',
    target: agentTarget,
    body: FaqDraft,
    success: 201,
    response: Faq,
    errors: ['too_many'],
    statuses: { too_many: 400 },
    async run({ params, body, target, ...work }) {
      const { db, workspace, now } = work;
      assertRoom(target.faqs, mostFaqs, 'FAQs');
      const { order = target.faqs.length, ...content } = body;
      const id = work.newId('faq');
      await insertFaqs(db, workspace.id, params.id, [{ ...content, id, order: target.faqs.length }], now);
      await saveOrder(work, params.id, moveEntry(await faqsOf(db, workspace.id, params.id), id, order));
      return (await findFaq(db, workspace.id, params.id, id)) as Faq;
    },
  }),

  updateFaq: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}/faq/{faqId}',
    scope: 'agents.write',
    summary: 'Change a question, its answer or its place',
    tx: 'write',
    target: faqTarget,
    body: FaqChanges,
    success: 200,
    response: Faq,
    async run({ params, body, target, ...work }) {
      const { db, workspace, now } = work;
      if (Object.keys(body).length === 0) return target;
      const { order = target.order, ...content } = body;
      await updateFaq(db, workspace.id, target.id, content, now);
      await saveOrder(work, params.id, moveEntry(await faqsOf(db, workspace.id, params.id), target.id, order));
      return (await findFaq(db, workspace.id, params.id, target.id)) as Faq;
    },
  }),

  deleteFaq: operation({
    method: 'delete',
    path: '/api/ai-agents/{id}/faq/{faqId}',
    scope: 'agents.write',
    summary: 'Delete a question',
    tx: 'write',
    target: faqTarget,
    success: 200,
    response: Deleted,
    async run({ params, target, ...work }) {
      await deleteFaq(work.db, work.workspace.id, target.id);
      await saveOrder(work, params.id, await faqsOf(work.db, work.workspace.id, params.id));
      return deleted(target.id);
    },
  }),

  reorderFaqs: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}/faq/reorder',
    scope: 'agents.write',
    summary: 'Reorder the questions',
    description: '`orderedIds` must name each FAQ of the agent once. Returns the FAQs in their new order.',
    tx: 'write',
    target: agentTarget,
    body: FaqOrder,
    success: 200,
    response: listOf(Faq),
    async run({ params, body, target, ...work }) {
      await saveOrder(work, params.id, orderEntries(target.faqs, body.orderedIds, 'body.orderedIds'));
      return { data: await faqsOf(work.db, work.workspace.id, params.id) };
    },
  }),
} satisfies Operations;
