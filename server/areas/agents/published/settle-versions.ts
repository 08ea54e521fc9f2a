import { Temporal } from 'temporal-polyfill';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { CatalogItem } from '../catalog/catalog-items.schemas.ts';
import { listCatalogItems, toCatalogItem } from '../catalog/catalog-items.store.ts';
import { findPublishGate, type PublishGate } from '../lifecycle/publish-gate.ts';
import type { Agent } from '../schemas.ts';
import { findAgent, markPublished } from '../store.ts';
import { compareVersions } from './compare-versions.ts';
import { type AgentVersion, findSnapshot, updateSnapshot } from './snapshots.store.ts';

/** Above this many changed items, one that is held back holds all of them. */
const mostJudgedAlone = 25;

/** The draft of an agent; null if the agent does not exist. */
export async function findDraft(db: Work['db'], workspaceId: string, agentId: string): Promise<AgentVersion | null> {
  const agent = await findAgent(db, workspaceId, agentId);
  return agent && { agent, items: (await listCatalogItems(db, workspaceId, agentId)).map(toCatalogItem) };
}

/**
 * Called after every edit of an agent, in its transaction: writes what takes effect at once into the published version
 * as far as the gate allows it, and notes whether the draft still differs. Nothing happens unless the agent is
 * PUBLISHED.
 */
export async function settleVersions(work: Work, agentId: string): Promise<void> {
  const { db, workspace, now } = work;
  const published = await findSnapshot(db, workspace.id, agentId);
  const draft = published && (await findDraft(db, workspace.id, agentId));
  if (!published || !draft) return;
  const spoken = applyAtOnce(findPublishGate(work.provided), workspace, published, draft, now);
  if (spoken !== published) await updateSnapshot(db, workspace.id, spoken, now);
  if (compareVersions(spoken, draft).length === 0) await markPublished(db, workspace.id, agentId);
}

/** The published version with what takes effect at once; the same object if nothing does. */
function applyAtOnce(
  gate: PublishGate,
  workspace: Workspace,
  published: AgentVersion,
  draft: AgentVersion,
  now: string,
): AgentVersion {
  if (!draft.agent.behavior.changesAtOnce) return published;
  const agent = withHoursOfToday(published.agent, draft.agent, workspace, now);
  const open = agent === published.agent ? published : { ...published, agent };
  const changed = findItemsAtOnce(open, draft);
  if (changed.length === 0) return open;
  const together = withItems(open, changed);
  if (changed.every((item) => gate.judgeItem(open, together, item.id) === null)) return together;
  if (changed.length > mostJudgedAlone) return open;
  return changed.reduce<AgentVersion>((version, item) => {
    const next = withItems(version, [item]);
    return gate.judgeItem(version, next, item.id) === null ? next : version;
  }, open);
}

/** The published items whose price or sale differs, as they are in the draft in this regard. */
export function findItemsAtOnce(published: AgentVersion, draft: AgentVersion): CatalogItem[] {
  const drafts = new Map(draft.items.map((item) => [item.id, item]));
  return published.items.flatMap((item) => {
    const { price, active } = drafts.get(item.id) ?? item;
    return price === item.price && active === item.active ? [] : [{ ...item, price, active }];
  });
}

/** A version with some of its items replaced. */
export function withItems(version: AgentVersion, changed: CatalogItem[]): AgentVersion {
  const replaced = new Map(changed.map((item) => [item.id, item]));
  return { ...version, items: version.items.map((item) => replaced.get(item.id) ?? item) };
}

/** The published agent with the exception that the draft has for today; the same object if that does not differ. */
function withHoursOfToday(published: Agent, draft: Agent, workspace: Workspace, now: string): Agent {
  const [spoken, drafted] = [published.businessHours, draft.businessHours];
  if (!spoken || !drafted) return published;
  const zone = spoken.timezone ?? workspace.timezone;
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().toString();
  const ofToday = (hours: typeof spoken) => hours.exceptions.filter(({ date }) => date === today);
  if (JSON.stringify(ofToday(spoken)) === JSON.stringify(ofToday(drafted))) return published;
  const exceptions = [...spoken.exceptions.filter(({ date }) => date !== today), ...ofToday(drafted)];
  return { ...published, businessHours: { ...spoken, exceptions } };
}
