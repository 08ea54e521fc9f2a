import { fold } from '../../../platform/database/fold.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { fromCents } from '../../../platform/text/money.ts';
import type { Work } from '../../../platform/work/work.ts';
import { addCatalogItem, findAgent, listCatalogItems, mostItems, toCatalogItem } from '../../agents/index.ts';
import type { ProposedItem } from './parse-price-list.ts';
import type { ReadCatalog } from './read-catalog.ts';
import type { ProposedItems } from './upload-catalog.schemas.ts';

const mostPerUpload = 200;
const itemsPerTransaction = 50;

const keyOf = (name: string, cents: number): string => `${fold(name)}\n${cents}`;

interface Proposing {
  platform: Platform;
  workspaceId: string;
  agentId: string;
  write<T>(run: (work: Work) => Promise<T>): Promise<T>;
}

/**
 * Adds the items to the agent's catalog as inactive, except those that it already has with the same name and price.
 * Throws 422 `too_many` if the catalog has no room for all, 404 if the agent was deleted meanwhile.
 */
export async function proposeItems(
  { platform, workspaceId, agentId, write }: Proposing,
  { items, readBy }: ReadCatalog,
): Promise<ProposedItems> {
  const present = await listCatalogItems(platform.database.read, workspaceId, agentId);
  const known = new Set(present.map((row) => keyOf(row.name, row.price_cents)));
  const fresh = items.filter(({ name, priceCents }) => {
    const key = keyOf(name, priceCents);
    return !known.has(key) && known.add(key);
  });
  const added = fresh.slice(0, mostPerUpload);
  if (present.length + added.length > mostItems) {
    throw new Problem('too_many', `An agent may have ${mostItems} items at most and already has ${present.length}`);
  }
  const data: ProposedItems['data'] = [];
  for (let start = 0; start < added.length; start += itemsPerTransaction) {
    const part = added.slice(start, start + itemsPerTransaction);
    data.push(...(await write((work) => addPart(platform, work, agentId, part))));
  }
  return { data, readBy, alreadyThere: items.length - fresh.length, leftOut: fresh.length - added.length };
}

async function addPart(
  platform: Platform,
  work: Work,
  agentId: string,
  part: ProposedItem[],
): Promise<ProposedItems['data']> {
  if (!(await findAgent(work.db, work.workspace.id, agentId))) throw new Problem('not_found');
  const added: ProposedItems['data'] = [];
  for (const { name, description, category, priceCents, confidence } of part) {
    const draft = { name, description: description ?? '', category, price: fromCents(priceCents), active: false };
    const row = await addCatalogItem(platform, work, agentId, draft);
    added.push({ ...toCatalogItem(row), confidence });
  }
  return added;
}
