import { hash } from 'node:crypto';
import type { Db } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Provided } from '../../../platform/wiring.ts';
import { listCatalogItems } from '../catalog/catalog-items.store.ts';
import { findAgent } from '../store.ts';

/** JSON-compatible data of another area that affects the agent's replies, in a fixed order. */
type HashPart = (db: Db, workspaceId: string, agentId: string) => Promise<unknown>;

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    hashPart: HashPart;
  }
}

/**
 * A hash of everything that the agent's replies depend on: configuration, FAQs, items and the parts of other areas. A
 * gate run is valid for one hash. Throws 404 if the agent does not exist.
 */
export async function configurationHash(
  { db, provided }: { db: Db; provided: Provided },
  workspaceId: string,
  agentId: string,
): Promise<string> {
  const agent = await findAgent(db, workspaceId, agentId);
  if (!agent) throw new Problem('not_found', 'The agent does not exist');
  const { id, templateId, status, version, hasUntestedChanges, hasUnpublishedChanges, ...rest } = agent;
  const { createdAt, updatedAt, faqs, ...configuration } = rest;
  const items = await listCatalogItems(db, workspaceId, agentId);
  const content: unknown[] = [
    configuration,
    faqs.map(({ question, answer }) => [question, answer]),
    items.map((item) => [item.name, item.description, item.price_cents, item.image_url, item.category, item.active]),
  ];
  for (const part of provided('hashPart')) content.push(await part(db, workspaceId, agentId));
  return hash('sha256', JSON.stringify(content));
}
