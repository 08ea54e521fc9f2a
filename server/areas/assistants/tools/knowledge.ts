import { z } from 'zod';
import type { KnowledgeSearchResult } from '../../knowledge/index.ts';
import { agentId, pickAgent } from './pick-agent.ts';
import { tool } from './tool.ts';

export const knowledgeTools = [
  tool({
    name: 'search_knowledge',
    title: "Search the shop's knowledge",
    description: 'Passages of the documents from which the shop answers. `isAnswerable`: whether they hold the answer.',
    effect: 'read',
    scopes: ['knowledge.read'],
    input: z.strictObject({
      question: z.string().min(1).max(2_000),
      agentId,
      limit: z.int().min(1).max(20).default(5),
    }),
    async run({ question, agentId: named, limit }, context) {
      const body = { query: question, agentId: await pickAgent(context, named), limit };
      const found = await context.call<z.output<typeof KnowledgeSearchResult>>('searchKnowledge', { body });
      const { isAnswerable, confidence, hits } = found;
      const passages = hits.map(({ sourceName, headingPath, page, text }) => ({
        source: sourceName,
        headings: headingPath,
        page,
        text,
      }));
      return { isAnswerable, confidence, passages };
    },
  }),
];
