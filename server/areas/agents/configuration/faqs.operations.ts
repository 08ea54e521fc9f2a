import { Deleted, deleted } from '../../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { agentTarget } from '../agent-target.ts';
import { Faq } from '../schemas.ts';
import { FaqChanges, FaqDraft, FaqOrder, mostFaqs } from './configuration.schemas.ts';
import { deleteFaq, findFaq } from './faqs.store.ts';
import { orderEntries } from './order-entries.ts';
import { addFaq, changeFaq, faqsOf, saveOrder } from './save-faq.ts';

const faqTarget = target(Faq, ({ db, workspace, params }: TargetContext<'id' | 'faqId'>) =>
  findFaq(db, workspace.id, params.id, params.faqId),
);

export const faqOperations = {
  createFaq: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/faq',
    scope: 'agents.write',
    summary: 'Add a question with its answer',
    description:
      `Inserted at the place \`order\`, from 0, or at the end. ${mostFaqs} questions at most. ` +
      'Customers of a published agent hear it after it is published again (`hasUnpublishedChanges`).',
    tx: 'write',
    target: agentTarget,
    body: FaqDraft,
    success: 201,
    response: Faq,
    errors: ['too_many'],
    statuses: { too_many: 400 },
    run: ({ body, target, ...work }) => addFaq(work, target, body),
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
    run: ({ params, body, target, ...work }) => changeFaq(work, params.id, target, body),
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
