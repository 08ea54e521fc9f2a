import type { Db, Table } from '../../../platform/database/database.ts';
import { deleteRows, findRowBy, insertRow, updateRows } from '../../../platform/database/workspace-rows.ts';
import type { CatalogItem } from '../catalog/catalog-items.schemas.ts';
import { BehaviorDraft } from '../configuration/configuration.schemas.ts';
import type { Agent } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** What a published agent speaks from; an agent has one exactly while it is PUBLISHED. */
    agent_snapshots: Table<'agent_snapshots'>;
  }
}

/** All that an agent says of itself: its configuration with the FAQs, and its items in order. */
export interface AgentVersion {
  agent: Agent;
  items: CatalogItem[];
}

export interface Snapshot extends AgentVersion {
  /** Of the gate run that it passed; changes that took effect at once since then do not alter it. */
  hash: string;
  /** UTC text. */
  publishedAt: string;
}

const readAgent = (configuration: string): Agent => {
  const stored = JSON.parse(configuration) as Agent;
  return { ...stored, behavior: BehaviorDraft.parse(stored.behavior), version: 'published' };
};

/** The agent as customers hear it, without its items; null unless it is PUBLISHED. */
export async function findPublishedAgent(db: Db, workspaceId: string, id: string): Promise<Agent | null> {
  const row = await db
    .selectFrom('agent_snapshots')
    .select('configuration')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', id)
    .executeTakeFirst();
  return row ? readAgent(row.configuration) : null;
}

/** The version that customers hear; null unless the agent is PUBLISHED. */
export async function findSnapshot(db: Db, workspaceId: string, id: string): Promise<Snapshot | null> {
  const row = await findRowBy(db, 'agent_snapshots', workspaceId, { agent_id: id });
  if (!row) return null;
  const items: CatalogItem[] = JSON.parse(row.items);
  return { agent: readAgent(row.configuration), items, hash: row.hash, publishedAt: row.published_at };
}

/** Stored as it will be read: published, with all changes. */
const columnsOf = ({ agent, items }: AgentVersion) => ({
  configuration: JSON.stringify({
    ...agent,
    status: 'PUBLISHED',
    hasUntestedChanges: false,
    hasUnpublishedChanges: false,
  }),
  items: JSON.stringify(items),
});

/** Stores the version that customers hear from now on, instead of an earlier one. */
export async function replaceSnapshot(
  db: Db,
  workspaceId: string,
  version: AgentVersion,
  hash: string,
  now: string,
): Promise<void> {
  await deleteSnapshot(db, workspaceId, version.agent.id);
  const place = { agent_id: version.agent.id, workspace_id: workspaceId };
  const times = { published_at: now, updated_at: now };
  await insertRow(db, 'agent_snapshots', { ...place, ...columnsOf(version), hash, ...times });
}

/** Changes what customers hear, without another publication. */
export const updateSnapshot = (db: Db, workspaceId: string, version: AgentVersion, now: string): Promise<void> =>
  updateRows(
    db,
    'agent_snapshots',
    workspaceId,
    { agent_id: version.agent.id },
    { ...columnsOf(version), updated_at: now },
  );

export const deleteSnapshot = (db: Db, workspaceId: string, agentId: string): Promise<void> =>
  deleteRows(db, 'agent_snapshots', workspaceId, { agent_id: agentId });
