import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { assertAgent, touchAgents } from '../../agents/index.ts';
import { reviewReader } from '../review/review-sources.ts';
import { mostBases } from '../schemas.ts';
import { baseTarget } from './bases.operations.ts';
import { linkAgentBase, listAgentBases, listBaseAgents, unlinkAgentBase } from './bases.store.ts';

const BaseAgents = z.object({
  baseId: z.string().describe('Id of the knowledge base.'),
  agentIds: z.array(z.string()).describe('Ids of the AI agents that read it.'),
});

export const baseAgentOperations = {
  getKnowledgeBaseAgents: operation({
    method: 'get',
    path: '/api/knowledge-bases/{id}/agents',
    scope: 'knowledge.read',
    summary: 'Get the agents that read a knowledge base',
    tx: 'read',
    extension: true,
    target: baseTarget,
    success: 200,
    response: BaseAgents,
    run: async ({ db, workspace, target }) => ({
      baseId: target.id,
      agentIds: await listBaseAgents(db, workspace.id, target.id),
    }),
  }),

  setKnowledgeBaseAgents: operation({
    method: 'put',
    path: '/api/knowledge-bases/{id}/agents',
    scope: 'knowledge.write',
    summary: 'Set which agents read a knowledge base',
    description: 'Replaces the current set. 422 `unknown_reference` if an agent does not exist.',
    tx: 'write',
    extension: true,
    target: baseTarget,
    body: z.strictObject({
      agentIds: z.array(z.string()).max(500).describe('Ids of all AI agents that are to read it.'),
    }),
    success: 200,
    response: BaseAgents,
    errors: ['unknown_reference', 'too_many'],
    statuses: { unknown_reference: 422 },
    async run({ target, body, fail, ...work }) {
      const { db, workspace, now } = work;
      const wanted = [...new Set(body.agentIds)];
      for (const id of wanted) await assertAgent(db, workspace.id, id, `body.agentIds[${body.agentIds.indexOf(id)}]`);
      const present = await listBaseAgents(db, workspace.id, target.id);
      const added = wanted.filter((id) => !present.includes(id));
      const removed = present.filter((id) => !wanted.includes(id));
      for (const id of added) {
        if ((await listAgentBases(db, workspace.id, id)).length >= mostBases) {
          throw fail('too_many', `An agent can read at most ${mostBases} knowledge bases`);
        }
        await linkAgentBase(db, workspace.id, id, target.id);
      }
      for (const id of removed) await unlinkAgentBase(db, workspace.id, id, target.id);
      await touchAgents(db, workspace.id, [...added, ...removed], now);
      for (const id of [...added, ...removed]) await reviewReader(work, id);
      return { baseId: target.id, agentIds: wanted };
    },
  }),
} satisfies Operations;
