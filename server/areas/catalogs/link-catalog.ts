import type { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Problem, unknownReference } from '../../platform/problem.ts';
import { type ChannelRow, callVendor, catalogsOf, type VendorCatalog } from '../channels/index.ts';
import type { CatalogLink, ChannelCatalog } from './schemas.ts';

type Linked = z.input<typeof ChannelCatalog>;

/** The catalog that is linked to the channel, as the vendor stores it. */
async function findLinked(platform: Platform, channel: ChannelRow): Promise<VendorCatalog | null> {
  const catalogs = await callVendor(platform, () => catalogsOf(platform, channel).list());
  return catalogs.find((catalog) => catalog.linked) ?? null;
}

/** Returns the linked catalog. Throws 409 `catalog_not_linked` if there is none. */
export async function requireLinked(platform: Platform, channel: ChannelRow): Promise<VendorCatalog> {
  const linked = await findLinked(platform, channel);
  if (!linked) throw new Problem('catalog_not_linked', 'Link a catalog to the channel first');
  return linked;
}

/** Links a catalog, replacing another one, which is linked again if the vendor rejects the new one. */
export async function linkCatalog(
  platform: Platform,
  channel: ChannelRow,
  { catalogId, confirmReplace }: z.output<typeof CatalogLink>,
): Promise<Linked> {
  const catalogs = catalogsOf(platform, channel);
  const known = await callVendor(platform, () => catalogs.list());
  const wanted = known.find((catalog) => catalog.id === catalogId);
  if (!wanted) throw unknownReference('body.catalogId', 'The platform has no such catalog');
  const linked = known.find((catalog) => catalog.linked);
  if (linked && linked.id !== catalogId && !confirmReplace) {
    throw new Problem('catalog_linked', `${linked.name} is linked: set confirmReplace to replace it`, {
      extra: { linkedCatalogId: linked.id },
    });
  }
  if (linked?.id !== catalogId) {
    await callVendor(platform, async () => {
      if (linked) await catalogs.unlink(linked.id);
      try {
        await catalogs.link(catalogId);
      } catch (error) {
        if (linked) await catalogs.link(linked.id);
        throw error;
      }
    });
  }
  return { channelId: channel.id, catalog: { ...wanted, linked: true } };
}

/** Unlinks the channel's catalog, which itself does not change. */
export async function unlinkCatalog(platform: Platform, channel: ChannelRow): Promise<Linked> {
  const linked = await findLinked(platform, channel);
  if (linked) await callVendor(platform, () => catalogsOf(platform, channel).unlink(linked.id));
  return { channelId: channel.id, catalog: null };
}
