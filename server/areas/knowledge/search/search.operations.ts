import { type Operations, operation } from '../../../http/operation.ts';
import type { Db } from '../../../platform/database/database.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { agentExists } from '../../agents/index.ts';
import { findMissingBases } from '../bases/bases.store.ts';
import { readSynonyms, saveSynonyms } from '../language/synonyms.store.ts';
import { KnowledgeSearch, KnowledgeSearchResult, Synonyms } from './search.schemas.ts';
import { searchKnowledge } from './search-knowledge.ts';

export const searchOperations = {
  searchKnowledge: operation({
    method: 'post',
    path: '/api/knowledge/search',
    scope: 'knowledge.read',
    summary: 'Find the passages that answer a question',
    description:
      'In what an agent knows, in some bases, or both. Small misspellings, missing accents and words that mean the ' +
      'same are understood. `isAnswerable` false says that nothing found is likely to hold the answer.',
    tx: 'none',
    body: KnowledgeSearch,
    success: 200,
    response: KnowledgeSearchResult,
    errors: ['unknown_reference'],
    extension: true,
    async run({ db, platform, workspace, body }) {
      const unknown = await findUnknown(db, workspace.id, body);
      if (unknown) throw unknownReference(unknown.field, `No such ${unknown.kind}`);
      return searchKnowledge(platform, workspace.id, body);
    },
  }),

  getKnowledgeSynonyms: operation({
    method: 'get',
    path: '/api/knowledge/synonyms',
    scope: 'knowledge.read',
    summary: "Get the shop's own synonyms",
    tx: 'read',
    success: 200,
    response: Synonyms,
    extension: true,
    run: async ({ db, workspace }) => ({ groups: await readSynonyms(db, workspace.id) }),
  }),

  setKnowledgeSynonyms: operation({
    method: 'put',
    path: '/api/knowledge/synonyms',
    scope: 'knowledge.write',
    summary: "Set the shop's own synonyms",
    description: 'Takes the place of those before. They count from the next search on; nothing is indexed again.',
    tx: 'write',
    body: Synonyms,
    success: 200,
    response: Synonyms,
    extension: true,
    async run({ db, workspace, body, now }) {
      await saveSynonyms(db, workspace.id, body.groups, now);
      return body;
    },
  }),
} satisfies Operations;

/** The first of what a search names that is not in this workspace. */
async function findUnknown(
  db: Db,
  workspaceId: string,
  { agentId, baseIds = [] }: { agentId?: string | undefined; baseIds?: string[] | undefined },
): Promise<{ field: string; kind: string } | null> {
  if (agentId !== undefined && !(await agentExists(db, workspaceId, agentId))) {
    return { field: 'body.agentId', kind: 'agent' };
  }
  const [missing] = baseIds.length > 0 ? await findMissingBases(db, workspaceId, baseIds) : [];
  return missing === undefined ? null : { field: `body.baseIds[${baseIds.indexOf(missing)}]`, kind: 'knowledge base' };
}
