import { z } from 'zod';
import { findWorkspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { defineJob } from '../../platform/work/jobs.ts';
import { systemActor } from '../../platform/work/work.ts';
import { findCatalogItems } from '../agents/index.ts';
import {
  callVendor,
  catalogsOf,
  findChannel,
  isWorthRetrying,
  type VendorCatalogs,
  type VendorProduct,
} from '../channels/index.ts';
import { differencesOf, toProduct } from './compare-products.ts';
import { catalogSynced } from './events.ts';
import {
  findSync,
  type ItemState,
  listPendingItems,
  moveItems,
  type SyncItemRow,
  type SyncRow,
  setItem,
  toSync,
  updateSync,
} from './store.ts';

const mostAttempts = 4;
const batchSize = 50;

export const isRunning = ({ status }: SyncRow): boolean => status === 'PENDING' || status === 'RUNNING';

/**
 * Syncs an agent's items to the vendor: creates missing products and updates those that differ. The results are stored
 * after each batch, so a crash repeats at most one batch, which is idempotent.
 */
export const syncCatalog = defineJob({
  name: 'sync a catalog',
  input: z.object({ syncId: z.string(), workspaceId: z.string() }),
  maxAttempts: mostAttempts,
  timeoutMs: 60 * minuteMs,
  async run({ platform, input, attempt, signal, progress }) {
    const sync = await findSync(platform.database.read, input.workspaceId, input.syncId);
    if (!sync || !isRunning(sync)) return;
    await platform.write(({ db, now }) =>
      updateSync(db, sync.workspace_id, sync.id, { status: 'RUNNING', started_at: sync.started_at ?? now }, now),
    );
    try {
      await syncItems(platform, sync, signal, progress);
      return ({ db, now }) => finish(platform, db, sync, null, now);
    } catch (error) {
      if (isWorthRetrying(error, { signal, attempt }, mostAttempts)) throw error;
      const message = error instanceof Problem ? error.message : 'The sync failed in Frontdesk';
      return ({ db, now }) => finish(platform, db, sync, message, now);
    }
  },
});

async function syncItems(
  platform: Platform,
  sync: SyncRow,
  signal: AbortSignal,
  progress: (percent: number) => Promise<void>,
): Promise<void> {
  const channel = await findChannel(platform.database.read, sync.workspace_id, sync.channel_id);
  if (!channel) throw new Error('The channel no longer exists');
  const catalogs = catalogsOf(platform, channel);
  const products = await callVendor(platform, () => catalogs.products(sync.catalog_id));
  const present = new Map(products.map((product) => [product.retailerId, product]));
  for (;;) {
    signal.throwIfAborted();
    const batch = await listPendingItems(platform.database.read, sync.id, batchSize);
    if (batch.length === 0) return;
    await syncBatch(platform, sync, catalogs, present, batch);
    await progress((await toSync(platform.database.read, sync)).progress);
  }
}

async function syncBatch(
  platform: Platform,
  sync: SyncRow,
  catalogs: VendorCatalogs,
  present: Map<string, VendorProduct>,
  batch: SyncItemRow[],
): Promise<void> {
  const ids = batch.map((entry) => entry.item_id);
  const items = await findCatalogItems(platform.database.read, sync.workspace_id, ids);
  const wanted = items.map(toProduct);
  // The product of an item that was deleted meanwhile stays unchanged.
  const states = new Map<string, ItemState>(ids.map((id) => [id, 'UNCHANGED']));
  for (const product of wanted) states.set(product.retailerId, stateOf(present.get(product.retailerId), product));
  const changed = wanted.filter((product) => states.get(product.retailerId) !== 'UNCHANGED');
  const faults = changed.length > 0 ? await callVendor(platform, () => catalogs.upsert(sync.catalog_id, changed)) : [];
  const faultOf = new Map(faults.map((fault) => [fault.retailerId, fault.message]));
  const nameOf = new Map(wanted.map((product) => [product.retailerId, product.name]));
  await platform.write(async ({ db, now }) => {
    for (const { item_id: id, name } of batch) {
      const error = faultOf.get(id) ?? null;
      const state = error === null ? (states.get(id) ?? 'UNCHANGED') : 'FAILED';
      await setItem(db, sync.id, id, { state, error, name: nameOf.get(id) ?? name });
    }
    await updateSync(db, sync.workspace_id, sync.id, {}, now);
  });
}

function stateOf(product: VendorProduct | undefined, wanted: VendorProduct): ItemState {
  if (!product) return 'CREATED';
  return differencesOf(product, wanted).length > 0 ? 'UPDATED' : 'UNCHANGED';
}

/** Stores the result. Items that a failed sync did not reach count as failed, so that a retry includes them. */
async function finish(platform: Platform, db: Db, sync: SyncRow, error: string | null, now: string): Promise<void> {
  if (error !== null) await moveItems(db, sync.id, 'PENDING', { state: 'FAILED', error });
  const { total, failed } = await toSync(db, sync);
  const status = error === null && failed === 0 ? 'SUCCEEDED' : failed < total ? 'PARTIAL' : 'FAILED';
  const row = await updateSync(db, sync.workspace_id, sync.id, { status, error, finished_at: now }, now);
  if (status !== 'SUCCEEDED') return;
  const workspace = await findWorkspace(db, sync.workspace_id);
  if (workspace) await platform.workIn(db, workspace, systemActor).emit(catalogSynced, await toSync(db, row));
}
