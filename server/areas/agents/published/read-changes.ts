import type { Db } from '../../../platform/database/database.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { configurationHash } from '../configuration/configuration-hash.ts';
import { latestGateRun } from '../lifecycle/gate-runs.store.ts';
import { findPublishGate } from '../lifecycle/publish-gate.ts';
import { compareVersions } from './compare-versions.ts';
import type { AgentChangesReport, Change, HeldBack } from './published.schemas.ts';
import { findDraft, findItemsAtOnce, withItems } from './settle-versions.ts';
import { type AgentVersion, findSnapshot } from './snapshots.store.ts';

interface Reader {
  db: Db;
  provided: Provided;
}

/** What differs between the published version and the draft of an agent that exists, and what blocks the draft. */
export async function readChanges(reader: Reader, workspaceId: string, agentId: string): Promise<AgentChangesReport> {
  const { db } = reader;
  const published = await findSnapshot(db, workspaceId, agentId);
  const draft = await findDraft(db, workspaceId, agentId);
  const run = await latestGateRun(db, workspaceId, agentId);
  const isOfDraft = run?.hash === (await configurationHash(reader, workspaceId, agentId));
  const failing = isOfDraft ? (run?.cases ?? []).filter(({ passed }) => !passed) : [];
  if (!published || !draft) return { agentId, published: null, changes: [], failing };
  const changes = explain(reader, published, draft, compareVersions(published, draft));
  const { hash, publishedAt: at } = published;
  return { agentId, published: { at, hash, isCurrent: changes.length === 0 }, changes, failing };
}

/** Adds to the items whose price or sale should have taken effect at once why they do not. */
function explain({ provided }: Reader, published: AgentVersion, draft: AgentVersion, changes: Change[]): Change[] {
  if (!draft.agent.behavior.changesAtOnce) return changes;
  const gate = findPublishGate(provided);
  const heldBack = new Map<string, HeldBack | null>(
    findItemsAtOnce(published, draft).map((item) => [
      item.id,
      gate.judgeItem(published, withItems(published, [item]), item.id),
    ]),
  );
  return changes.map((change) =>
    change.what === 'item' ? { ...change, heldBack: heldBack.get(change.id ?? '') ?? null } : change,
  );
}
