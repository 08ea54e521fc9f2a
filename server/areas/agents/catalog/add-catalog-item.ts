import { findFile } from '../../../platform/files/files.ts';
import { lastingMediaUrl, parseMediaUrl } from '../../../platform/files/media-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { markEdited } from '../store.ts';
import type { CatalogItemDraft } from './catalog-items.schemas.ts';
import { type CatalogItemRow, insertCatalogItem, readItemRoom, toItemColumns } from './catalog-items.store.ts';

export const mostItems = 5_000;

/** Adds an item to an agent's catalog. Throws 422 `too_many`, 400 for an image of another workspace. */
export async function addCatalogItem(
  platform: Platform,
  work: Work,
  agentId: string,
  draft: CatalogItemDraft,
): Promise<CatalogItemRow> {
  const { db, workspace, now } = work;
  const { count, nextPosition } = await readItemRoom(db, workspace.id, agentId);
  if (count >= mostItems) throw new Problem('too_many', `An agent may have ${mostItems} items at most`);
  const fields = toItemColumns(await withLastingImage(platform, work, draft));
  const place = { id: work.newId('item'), workspace_id: workspace.id, agent_id: agentId };
  const required = { name: draft.name, price_cents: 0, position: nextPosition };
  const row = await insertCatalogItem(db, { ...required, ...fields, ...place }, now);
  await markEdited(db, workspace.id, agentId, now);
  return row;
}

/** Replaces our own link to a picture with one that does not expire; other URLs stay as they are. */
export async function withLastingImage<Fields extends { imageUrl?: string | null | undefined }>(
  platform: Platform,
  { db, workspace }: Pick<Work, 'db' | 'workspace'>,
  fields: Fields,
): Promise<Fields> {
  const fileId = fields.imageUrl ? parseMediaUrl(platform, fields.imageUrl) : null;
  if (fileId === null) return fields;
  const file = await findFile(db, workspace.id, fileId);
  if (file?.kind !== 'IMAGE') throw invalid('body.imageUrl', 'must be a link to a picture of this workspace');
  return { ...fields, imageUrl: lastingMediaUrl(platform, fileId) };
}
