import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOperation, readOperation } from '../../../http/usual-operations.ts';
import { agentTarget, touchAgents } from '../../agents/index.ts';
import { reviewReader } from '../review/review-sources.ts';
import { AgentBasesDraft, KnowledgeBase, KnowledgeBaseChanges, KnowledgeBaseDraft } from '../schemas.ts';
import {
  deleteBase,
  findBase,
  findBaseByName,
  findMissingBases,
  insertBase,
  listAgentBases,
  listBases,
  replaceAgentBases,
  updateBase,
} from './bases.store.ts';

export const baseTarget = target(KnowledgeBase, ({ db, workspace, params }: TargetContext<'id'>) =>
  findBase(db, workspace.id, params.id),
);

const AgentBases = z.object({
  aiAgentId: z.string(),
  baseIds: z.array(z.string()).describe('Ids of the bases that it reads.'),
  bases: z.array(KnowledgeBase).describe('The same bases in full, by name.'),
});

export const baseOperations = {
  listKnowledgeBases: listOperation({
    path: '/api/knowledge-bases',
    scope: 'knowledge.read',
    summary: 'List knowledge bases',
    description: 'All bases, by name.',
    item: KnowledgeBase,
    list: ({ db, workspace }) => listBases(db, workspace.id),
  }),

  createKnowledgeBase: operation({
    method: 'post',
    path: '/api/knowledge-bases',
    scope: 'knowledge.write',
    summary: 'Create a knowledge base',
    description: 'Names are unique, regardless of case and accents.',
    tx: 'write',
    body: KnowledgeBaseDraft,
    success: 201,
    response: KnowledgeBase,
    errors: ['name_taken'],
    async run({ db, workspace, body, now, newId, fail }) {
      if (await findBaseByName(db, workspace.id, body.name)) throw fail('name_taken', 'Another base has this name');
      const id = newId('kb');
      await insertBase(db, workspace.id, { id, name: body.name, description: body.description || null }, now);
      return (await findBase(db, workspace.id, id)) as KnowledgeBase;
    },
  }),

  getKnowledgeBase: readOperation({
    path: '/api/knowledge-bases/{id}',
    scope: 'knowledge.read',
    summary: 'Get a knowledge base',
    extension: true,
    target: baseTarget,
  }),

  updateKnowledgeBase: operation({
    method: 'patch',
    path: '/api/knowledge-bases/{id}',
    scope: 'knowledge.write',
    summary: 'Change a knowledge base',
    description: 'An empty description removes it.',
    tx: 'write',
    target: baseTarget,
    body: KnowledgeBaseChanges,
    success: 200,
    response: KnowledgeBase,
    errors: ['name_taken'],
    async run({ db, workspace, params, body, target, now, fail }) {
      if (Object.keys(body).length === 0) return target;
      const holder = body.name === undefined ? null : await findBaseByName(db, workspace.id, body.name);
      if (holder !== null && holder !== params.id) throw fail('name_taken', 'Another base has this name');
      await updateBase(db, workspace.id, params.id, body, now);
      return (await findBase(db, workspace.id, params.id)) as KnowledgeBase;
    },
  }),

  deleteKnowledgeBase: operation({
    method: 'delete',
    path: '/api/knowledge-bases/{id}',
    scope: 'knowledge.write',
    summary: 'Delete an empty knowledge base',
    description: '409 `base_not_empty` if it has sources. Agents stop reading it.',
    tx: 'write',
    target: baseTarget,
    success: 204,
    response: null,
    errors: ['base_not_empty'],
    async run({ db, workspace, target, fail }) {
      if (target.sourceCount > 0) {
        throw fail('base_not_empty', `The base has ${target.sourceCount} sources: delete them first`);
      }
      await deleteBase(db, workspace.id, target.id);
    },
  }),

  getAgentKnowledgeBases: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/knowledge-bases',
    scope: 'knowledge.read',
    summary: 'Get the knowledge bases that an agent reads',
    tx: 'read',
    extension: true,
    target: agentTarget,
    success: 200,
    response: AgentBases,
    run: ({ db, workspace, target }) => readAgentBases(db, workspace.id, target.id),
  }),

  setAgentKnowledgeBases: operation({
    method: 'put',
    path: '/api/ai-agents/{id}/knowledge-bases',
    scope: 'knowledge.write',
    summary: 'Set which knowledge bases an agent reads',
    description: 'Replaces the current set. 422 `unknown_reference` if a base does not exist.',
    tx: 'write',
    target: agentTarget,
    body: AgentBasesDraft,
    success: 200,
    response: AgentBases,
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 422 },
    async run({ target, body, fail, ...work }) {
      const { db, workspace, now } = work;
      const ids = [...new Set(body.baseIds)];
      const missing = await findMissingBases(db, workspace.id, ids);
      if (missing.length > 0) {
        const message = 'No such knowledge base';
        const errors = missing.map((id) => ({
          field: `body.baseIds[${body.baseIds.indexOf(id)}]`,
          code: 'unknown_reference',
          message,
        }));
        throw fail('unknown_reference', message, { errors });
      }
      await replaceAgentBases(db, workspace.id, target.id, ids);
      await touchAgents(db, workspace.id, [target.id], now);
      await reviewReader(work, target.id);
      return readAgentBases(db, workspace.id, target.id);
    },
  }),
} satisfies Operations;

async function readAgentBases(
  db: Parameters<typeof listAgentBases>[0],
  workspaceId: string,
  aiAgentId: string,
): Promise<z.input<typeof AgentBases>> {
  const bases = await listAgentBases(db, workspaceId, aiAgentId);
  return { aiAgentId, baseIds: bases.map((base) => base.id), bases };
}
