import type { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Problem, unknownReference } from '../../platform/problem.ts';
import { type ChannelRow, callProvider, catalogsOf, type ProviderCatalog } from '../channels/index.ts';
import type { CatalogLink, ChannelCatalog } from './schemas.ts';

type Linked = z.input<typeof ChannelCatalog>;

/** The catalog that the platform shows on the channel; the platform itself keeps which one that is. */
async function findLinked(platform: Platform, channel: ChannelRow): Promise<ProviderCatalog | null> {
  const catalogs = await callProvider(platform, () => catalogsOf(platform, channel).list());
  return catalogs.find((catalog) => catalog.linked) ?? null;
}

/** Throws 409 where the channel has no catalog. */
export async function requireLinked(platform: Platform, channel: ChannelRow): Promise<ProviderCatalog> {
  const linked = await findLinked(platform, channel);
  if (!linked) throw new Problem('catalog_not_linked', 'Link a catalog to the channel first');
  return linked;
}

/** Links a catalog in the place of another one, which is put back when the platform does not take the new one. */
export async function linkCatalog(
  platform: Platform,
  channel: ChannelRow,
  { catalogId, confirmReplace }: z.output<typeof CatalogLink>,
): Promise<Linked> {
  const catalogs = catalogsOf(platform, channel);
  const known = await callProvider(platform, () => catalogs.list());
  const wanted = known.find((catalog) => catalog.id === catalogId);
  if (!wanted) throw unknownReference('body.catalogId', 'The platform has no such catalog');
  const linked = known.find((catalog) => catalog.linked);
  if (linked && linked.id !== catalogId && !confirmReplace) {
    throw new Problem('catalog_linked', `${linked.name} is linked: say confirmReplace to put another in its place`, {
      extra: { linkedCatalogId: linked.id },
    });
  }
  if (linked?.id !== catalogId) {
    await callProvider(platform, async () => {
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

/** Leaves the channel without a catalog, and the catalog as it is. */
export async function unlinkCatalog(platform: Platform, channel: ChannelRow): Promise<Linked> {
  const linked = await findLinked(platform, channel);
  if (linked) await callProvider(platform, () => catalogsOf(platform, channel).unlink(linked.id));
  return { channelId: channel.id, catalog: null };
}
