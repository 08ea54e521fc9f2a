import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { pageOf, toPage } from '../../../http/paginate.ts';
import { fold } from '../../../platform/database/fold.ts';
import { insertFile, kindOf } from '../../../platform/files/files.ts';
import { lastingMediaUrl } from '../../../platform/files/media-links.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { agentTarget } from '../agent-target.ts';
import { settleVersions } from '../published/settle-versions.ts';
import { markEdited } from '../store.ts';
import { addCatalogItem, withLastingImage } from './add-catalog-item.ts';
import {
  CatalogItem,
  CatalogItemChanges,
  CatalogItemDraft,
  CatalogItemQuery,
  CatalogItemsActive,
} from './catalog-items.schemas.ts';
import {
  type CatalogItemRow,
  deleteCatalogItem,
  findCatalogItem,
  listCatalogItems,
  setItemsActive,
  toCatalogItem,
  toItemColumns,
  updateCatalogItem,
} from './catalog-items.store.ts';

const largestImage = 10 * 1024 * 1024;

const item = target(CatalogItem, async ({ db, workspace, params }: TargetContext<'id' | 'itemId'>) => {
  const row = await findCatalogItem(db, workspace.id, params.id, params.itemId);
  return row && toCatalogItem(row);
});

/** Called after a change of an agent's items, in its transaction. */
async function noteEdit(work: Work, agentId: string): Promise<void> {
  await markEdited(work.db, work.workspace.id, agentId, work.now);
  await settleVersions(work, agentId);
}

const matches = (row: CatalogItemRow, wanted: string): boolean =>
  [row.name, row.description, row.category].some((text) => text !== null && fold(text).includes(wanted));

export const catalogItemOperations = {
  listCatalogItems: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/catalog-items',
    scope: 'catalog.read',
    summary: 'List the catalog items of an agent',
    description: 'Active and inactive items, in order.',
    tx: 'read',
    target: agentTarget,
    query: CatalogItemQuery,
    success: 200,
    response: pageOf(CatalogItem),
    async run({ db, workspace, params, query }) {
      const wanted = fold(query.search ?? '');
      const items = await listCatalogItems(db, workspace.id, params.id);
      const isWanted = (row: CatalogItemRow): boolean =>
        (wanted === '' || matches(row, wanted)) && (query.active === undefined || query.active === (row.active === 1));
      const found = items.filter(isWanted);
      const page = found.slice((query.page - 1) * query.limit, query.page * query.limit);
      return toPage(query, page.map(toCatalogItem), found.length);
    },
  }),

  createCatalogItem: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/catalog-items',
    scope: 'catalog.write',
    summary: 'Add an item to the catalog of an agent',
    description:
      'Customers of a published agent hear of it after the agent is published again (`hasUnpublishedChanges`).',
    tx: 'write',
    target: agentTarget,
    body: CatalogItemDraft,
    success: 201,
    response: CatalogItem,
    errors: ['too_many'],
    run: async ({ platform, params, body, target, ...work }) =>
      toCatalogItem(await addCatalogItem(platform, work, params.id, body)),
  }),

  setCatalogItemsActive: operation({
    method: 'put',
    path: '/api/ai-agents/{id}/catalog-items/active',
    scope: 'catalog.write',
    summary: 'Put catalog items of an agent on sale, or take them off',
    description:
      'All, or those named; ids of no item are left out. The items of a menu that was read are not for sale at first.',
    tx: 'write',
    target: agentTarget,
    body: CatalogItemsActive,
    success: 200,
    response: z.object({ changed: z.int().describe('How many items are now different.') }),
    extension: true,
    async run({ params, body, ...work }) {
      const { db, workspace, now } = work;
      const changed = await setItemsActive(db, workspace.id, params.id, body, now);
      if (changed > 0) await noteEdit(work, params.id);
      return { changed };
    },
  }),

  updateCatalogItem: operation({
    method: 'patch',
    path: '/api/ai-agents/{id}/catalog-items/{itemId}',
    scope: 'catalog.write',
    summary: 'Change a catalog item',
    description:
      'Price and sale take effect at once for customers of a published agent, unless `changesAtOnce` of its behaviour ' +
      'is off or a published text contradicts them (`/changes` of the agent tells); the rest after it is published again.',
    tx: 'write',
    target: item,
    body: CatalogItemChanges,
    success: 200,
    response: CatalogItem,
    async run({ platform, params, body, target, ...work }) {
      const { db, workspace, now } = work;
      if (Object.keys(body).length === 0) return target;
      const changes = toItemColumns(await withLastingImage(platform, work, body));
      const row = await updateCatalogItem(db, workspace.id, target.id, changes, now);
      await noteEdit(work, params.id);
      return toCatalogItem(row);
    },
  }),

  deleteCatalogItem: operation({
    method: 'delete',
    path: '/api/ai-agents/{id}/catalog-items/{itemId}',
    scope: 'catalog.write',
    summary: 'Delete a catalog item',
    description: 'A product of a vendor catalog that was created from it stays there.',
    tx: 'write',
    target: item,
    success: 204,
    response: null,
    async run({ params, target, ...work }) {
      await deleteCatalogItem(work.db, work.workspace.id, target.id);
      await noteEdit(work, params.id);
    },
  }),

  uploadCatalogItemImage: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/catalog-items/{itemId}/image',
    scope: 'catalog.write',
    summary: 'Upload the picture of a catalog item',
    description: 'Replaces the current picture. Returns the item, whose `imageUrl` anyone can open.',
    tx: 'none',
    target: item,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestImage,
      description: 'A picture of at most 10 MiB and 40 megapixels. The type is detected from the bytes.',
    },
    success: 200,
    response: CatalogItem,
    errors: ['quota_exceeded'],
    extension: true,
    async run({ platform, params, uploads, write }) {
      const [upload] = uploads;
      if (!upload || kindOf(upload.blob.contentType) !== 'IMAGE') throw invalid('body.file', 'must be a picture');
      return write(async (work) => {
        const { db, workspace, now } = work;
        if (!(await findCatalogItem(db, workspace.id, params.id, params.itemId))) throw new Problem('not_found');
        const file = await insertFile(work, upload.blob, upload.fileName);
        const image_url = lastingMediaUrl(platform, file.id);
        const row = await updateCatalogItem(db, workspace.id, params.itemId, { image_url }, now);
        await noteEdit(work, params.id);
        return toCatalogItem(row);
      });
    },
  }),
} satisfies Operations;
