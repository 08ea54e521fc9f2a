import { z } from 'zod';
import type { KnowledgeSearchResult } from '../../knowledge/index.ts';
import { pickAgent } from './pick-agent.ts';
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
      agentId: z.string().max(64).optional().describe('Needed only in a shop with several agents'),
      limit: z.int().min(1).max(20).default(5),
    }),
    async run({ question, agentId, limit }, context) {
      const body = { query: question, agentId: await pickAgent(context, agentId), limit };
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
