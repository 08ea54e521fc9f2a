import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { agentTarget } from '../../agents/index.ts';
import { matchExamples, sameMeaning } from '../../knowledge/index.ts';
import { Lesson, SimilarFaq, SimilarQuery, Taught } from './teach.schemas.ts';
import { teachAgent } from './teach-agent.ts';

const mostSimilar = 3;

export const teachOperations = {
  teachAgent: operation({
    method: 'post',
    path: '/owner/agents/{id}/teach',
    scope: 'owner',
    summary: 'Teach an agent the answer to a question',
    description:
      'The answer becomes a FAQ and the boundary tests run. A published agent that passes them gives the answer from ' +
      'then on; else the FAQ stays saved. The questions that it answers are no longer listed as unanswered.',
    tx: 'none',
    // It reads all items several times, with the tests between.
    steps: 60_000,
    isRepeatable: true,
    target: agentTarget,
    body: Lesson,
    success: 200,
    response: Taught,
    errors: ['unknown_reference', 'too_many'],
    statuses: { unknown_reference: 400, too_many: 400 },
    run: ({ platform, workspace, actor, target: agent, body, now, write }) =>
      teachAgent({ platform, workspace, actor, agent, now, write }, body),
  }),

  listSimilarFaqs: operation({
    method: 'get',
    path: '/owner/agents/{id}/similar-faqs',
    scope: 'owner',
    summary: 'List the FAQs of an agent that ask the same as a question',
    description: 'Three at most, nearest first.',
    tx: 'none',
    target: agentTarget,
    query: SimilarQuery,
    success: 200,
    response: listOf(SimilarFaq),
    async run({ platform, workspace, target: { faqs, language }, query: { question } }) {
      const examples = faqs.map(({ id, question: text }) => ({ id, text }));
      const matches = await matchExamples(platform, workspace.id, question, examples, language);
      const near = matches.filter(({ score }) => score >= sameMeaning).slice(0, mostSimilar);
      return { data: near.flatMap(({ id }) => faqs.find((faq) => faq.id === id) ?? []) };
    },
  }),
} satisfies Operations;
