import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { listOf, toPage } from '../../http/paginate.ts';
import { readOperation } from '../../http/usual-operations.ts';
import { fold } from '../../platform/database/fold.ts';
import { assertAgent, listCatalogItems } from '../agents/index.ts';
import {
  type ChannelRow,
  callVendor,
  catalogsOf,
  channelIdTarget,
  findChannel,
  requireChannel,
  vendorErrors,
} from '../channels/index.ts';
import { compareCatalog, countStates } from './compare-products.ts';
import { linkCatalog, requireLinked, unlinkCatalog } from './link-catalog.ts';
import {
  CatalogLink,
  CatalogProductPage,
  CatalogSync,
  CatalogSyncDraft,
  ChannelCatalog,
  PlatformCatalog,
  ProductQuery,
} from './schemas.ts';
import { retrySync, startSync } from './start-sync.ts';
import { findLatest, findSync, readFailures, toSync } from './store.ts';

const sync = target(CatalogSync, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const row = await findSync(db, workspace.id, params.id);
  return row && toSync(db, row);
});

export const catalogOperations = {
  linkPlatformCatalog: operation({
    method: 'put',
    path: '/api/channels/{channelId}/platform-catalog',
    scope: 'platform_catalog.write',
    summary: "Link one of the vendor's catalogs to a channel",
    description:
      'A channel has one catalog: 409 `catalog_linked` if another is linked, unless `confirmReplace` is true.',
    tx: 'none',
    target: channelIdTarget,
    body: CatalogLink,
    success: 200,
    response: ChannelCatalog,
    errors: [...vendorErrors, 'catalog_linked', 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    run: async ({ db, platform, workspace, params, body }) =>
      linkCatalog(platform, (await findChannel(db, workspace.id, params.channelId)) as ChannelRow, body),
  }),

  unlinkPlatformCatalog: operation({
    method: 'delete',
    path: '/api/channels/{channelId}/platform-catalog',
    scope: 'platform_catalog.write',
    summary: 'Unlink the catalog of a channel',
    description: 'The catalog and its products stay with the vendor. Idempotent.',
    tx: 'none',
    target: channelIdTarget,
    success: 200,
    response: ChannelCatalog,
    errors: vendorErrors,
    run: async ({ db, platform, workspace, params }) =>
      unlinkCatalog(platform, (await findChannel(db, workspace.id, params.channelId)) as ChannelRow),
  }),

  syncPlatformCatalog: operation({
    method: 'post',
    path: '/api/channels/{channelId}/platform-catalog/sync',
    scope: 'platform_catalog.write',
    summary: "Sync an agent's items to the linked catalog",
    description:
      'Queues a sync; read it for its progress. Products are created and updated, never deleted; inactive items become ' +
      'unavailable. Emits `catalog.synced` if all succeeded. 409 `sync_running` while one runs.',
    tx: 'none',
    target: channelIdTarget,
    body: CatalogSyncDraft,
    success: 202,
    response: CatalogSync,
    errors: [...vendorErrors, 'catalog_not_linked', 'sync_running', 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, platform, workspace, params, body, write }) {
      const { channelId } = params;
      const agentId = body.sourceAiAgentId;
      await assertAgent(db, workspace.id, agentId, 'body.sourceAiAgentId');
      const { id: catalogId } = await requireLinked(
        platform,
        (await findChannel(db, workspace.id, channelId)) as ChannelRow,
      );
      return write((work) => startSync(work, { channelId, catalogId, agentId }));
    },
  }),

  getLatestPlatformCatalogSync: operation({
    method: 'get',
    path: '/api/channels/{channelId}/platform-catalog/sync',
    scope: 'platform_catalog.read',
    summary: "Get the newest sync of a channel's catalog",
    tx: 'read',
    extension: true,
    target: channelIdTarget,
    success: 200,
    response: CatalogSync,
    errors: ['not_found'],
    async run({ db, workspace, params, fail }) {
      const row = await findLatest(db, workspace.id, params.channelId);
      if (!row) throw fail('not_found', 'The catalog of this channel was never synced');
      return toSync(db, row);
    },
  }),

  getPlatformCatalogSync: readOperation({
    path: '/api/platform-catalog-syncs/{id}',
    scope: 'platform_catalog.read',
    summary: 'Get a sync of a catalog',
    target: sync,
  }),

  retryPlatformCatalogSync: operation({
    method: 'post',
    path: '/api/platform-catalog-syncs/{id}/retry',
    scope: 'platform_catalog.write',
    summary: 'Retry the failed items of a sync',
    description: '409 `sync_running` while a sync runs, `not_retryable` if nothing failed.',
    tx: 'write',
    target: sync,
    success: 200,
    response: CatalogSync,
    errors: ['sync_running', 'not_retryable'],
    run: ({ params, ...work }) => retrySync(work, params.id),
  }),

  listPlatformCatalogs: operation({
    method: 'get',
    path: '/api/platform-catalogs',
    scope: 'platform_catalog.read',
    summary: "List a channel's catalogs at the vendor",
    description: 'Queries the vendor now. 400 `channel_unsupported` if the vendor has no catalogs.',
    tx: 'none',
    query: z.object({ channelId: z.string().min(1).max(64).describe('The channel whose vendor is asked.') }),
    success: 200,
    response: listOf(PlatformCatalog),
    errors: [...vendorErrors, 'unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, platform, workspace, query }) {
      const channel = await requireChannel(db, workspace.id, query.channelId, 'query.channelId');
      return { data: await callVendor(platform, () => catalogsOf(platform, channel).list()) };
    },
  }),

  listPlatformCatalogProducts: operation({
    method: 'get',
    path: '/api/platform-catalogs/products',
    scope: 'platform_catalog.read',
    summary: "Compare the linked catalog with an agent's items",
    description:
      "The agent's items in their order, each with its product at the vendor, then the products without an item. " +
      '`differences` lists the fields that differ, `refusal` why the newest sync failed for it.',
    tx: 'none',
    query: ProductQuery,
    success: 200,
    response: CatalogProductPage,
    errors: [...vendorErrors, 'catalog_not_linked', 'unknown_reference'],
    async run({ db, platform, workspace, query }) {
      const channel = await requireChannel(db, workspace.id, query.channelId, 'query.channelId');
      await assertAgent(db, workspace.id, query.sourceAiAgentId, 'query.sourceAiAgentId');
      const linked = await requireLinked(platform, channel);
      const products = await callVendor(platform, () => catalogsOf(platform, channel).products(linked.id));
      const items = await listCatalogItems(db, workspace.id, query.sourceAiAgentId);
      const wanted = fold(query.search ?? '');
      const place = { agentId: query.sourceAiAgentId, catalogId: linked.id };
      const latest = await findLatest(db, workspace.id, channel.id, place);
      const refusals = latest ? await readFailures(db, latest.id) : new Map<string, string>();
      const found = compareCatalog(items, products, refusals).filter(({ item, product }) =>
        [item?.name, product?.name].some((name) => name !== undefined && fold(name).includes(wanted)),
      );
      const shown = query.state === undefined ? found : found.filter(({ state }) => state === query.state);
      const first = (query.page - 1) * query.limit;
      const page = toPage(query, shown.slice(first, first + query.limit), shown.length);
      return { ...page, counts: countStates(found) };
    },
  }),
} satisfies Operations;
