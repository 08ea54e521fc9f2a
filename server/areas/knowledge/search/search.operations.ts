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
    words: 'never',
    summary: 'Find the passages that answer a question',
    description:
      "Searches an agent's knowledge, some bases, or both. Tolerates small misspellings and missing accents, and " +
      'knows synonyms. `isAnswerable` is false if the hits are unlikely to contain the answer. Includes ' +
      'sources from which a published agent does not answer yet (`heldBack` of a source).',
    tx: 'none',
    dear: { atOnce: 2 },
    body: KnowledgeSearch,
    success: 200,
    response: KnowledgeSearchResult,
    errors: ['unknown_reference'],
    extension: true,
    async run({ db, platform, workspace, body }) {
      const unknown = await findUnknown(db, workspace.id, body);
      if (unknown) throw unknownReference(unknown.field, `No such ${unknown.kind}`);
      return searchKnowledge(platform, workspace.id, { ...body, untested: true });
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
    description: 'Replaces the current groups. Takes effect at the next search, without reindexing.',
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

/** The first agent or base of a search that is not in this workspace; null if all are. */
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
