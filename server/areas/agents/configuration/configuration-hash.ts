import { hash } from 'node:crypto';
import type { Db } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { listCatalogItems } from '../catalog/catalog-items.store.ts';
import { findAgent } from '../store.ts';

/** What another area adds to the hash: whatever the agent answers from, as JSON can hold it, in a fixed order. */
type HashPart = (db: Db, workspaceId: string, agentId: string) => Promise<unknown>;

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    hashPart: HashPart;
  }
}

/**
 * A hash of all that the agent's answers depend on: configuration, FAQs, items and what other areas provide. A run of the
 * gate is good for one hash. Throws 404 when there is no such agent.
 */
export async function configurationHash(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<string> {
  const agent = await findAgent(db, workspaceId, agentId);
  if (!agent) throw new Problem('not_found', 'The agent is gone');
  const { id, templateId, status, hasUntestedChanges, createdAt, updatedAt, faqs, ...configuration } = agent;
  const items = await listCatalogItems(db, workspaceId, agentId);
  const content: unknown[] = [
    configuration,
    faqs.map(({ question, answer }) => [question, answer]),
    items.map((item) => [item.name, item.description, item.price_cents, item.image_url, item.category, item.active]),
  ];
  for (const part of provided('hashPart')) content.push(await part(db, workspaceId, agentId));
  return hash('sha256', JSON.stringify(content));
}
