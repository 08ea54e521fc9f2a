import type { Work } from '../../../platform/work/work.ts';
import { findCatalogItems } from '../../agents/index.ts';
import type { Enclosed } from '../../channels/index.ts';

/** Adds the names of the shop's items to an enclosure: the vendor's id of an item is the id in our catalog. */
export async function nameItems({ db, workspace }: Work, enclosed: Enclosed): Promise<Enclosed> {
  const { product, order } = enclosed;
  const unnamed = [...(product ? [product] : []), ...(order?.items ?? [])].filter(({ name }) => name === null);
  const ids = [...new Set(unnamed.flatMap(({ id }) => id ?? []))];
  if (ids.length === 0) return enclosed;
  const names = new Map((await findCatalogItems(db, workspace.id, ids)).map(({ id, name }) => [id, name]));
  const named = <Item extends { id: string | null; name: string | null }>(item: Item): Item => ({
    ...item,
    name: item.name ?? names.get(item.id ?? '') ?? null,
  });
  return {
    ...enclosed,
    ...(product ? { product: named(product) } : {}),
    ...(order ? { order: { ...order, items: order.items.map(named) } } : {}),
  };
}
