import type { Work } from '../../../platform/work/work.ts';
import { replaceCatalogItems } from '../catalog/catalog-items.store.ts';
import { configurationHash } from '../configuration/configuration-hash.ts';
import { replaceFaqs } from '../configuration/faqs.store.ts';
import type { Agent } from '../schemas.ts';
import { findAgent, markPublished, markTested, updateAgent } from '../store.ts';
import type { Snapshot } from './snapshots.store.ts';

/** Makes the draft what customers hear; services, rules, FAQs and items have their ids again. */
export async function discardChanges(work: Work, { agent, items, hash }: Snapshot): Promise<Agent> {
  const { db, workspace, now } = work;
  const { id, faqs, status, createdAt, updatedAt, hasUntestedChanges, hasUnpublishedChanges, ...fields } = agent;
  await updateAgent(db, workspace.id, id, fields, now);
  await replaceFaqs(db, workspace.id, id, faqs);
  await replaceCatalogItems(db, workspace.id, id, items);
  await markPublished(db, workspace.id, id);
  // Knowledge, and changes that took effect at once, may have come after the tests.
  if ((await configurationHash(work, workspace.id, id)) === hash) await markTested(db, workspace.id, id);
  return (await findAgent(db, workspace.id, id)) as Agent;
}
