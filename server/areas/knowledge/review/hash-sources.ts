import type { Db } from '../../../platform/database/database.ts';
import { findScope } from '../passages/chunks.store.ts';
import { listAgentApprovals } from './approvals.store.ts';

/** The sources that an agent answers from, each with the hash of its bytes; a part of the configuration's hash. */
export async function hashSources(db: Db, workspaceId: string, agentId: string): Promise<[string, string | null][]> {
  const segments = await findScope(db, workspaceId, { agentId });
  const approved = new Map(
    (await listAgentApprovals(db, workspaceId, agentId)).map((entry) => [entry.segment, entry.content_hash]),
  );
  return segments
    .map(({ number, source_id, content_hash }): [string, string | null] => [
      source_id,
      approved.get(number) ?? content_hash,
    ])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
