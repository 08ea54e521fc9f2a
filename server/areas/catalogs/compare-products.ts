import { fromCents } from '../../platform/text/money.ts';
import type { CatalogItemRow } from '../agents/index.ts';
import type { VendorProduct } from '../channels/index.ts';
import { type CatalogProduct, type ProductState, productStates } from './schemas.ts';

/** The item as a product of the vendor. An inactive item stays there as unavailable. */
export const toProduct = (item: CatalogItemRow): VendorProduct => ({
  retailerId: item.id,
  name: item.name,
  description: item.description,
  priceCents: item.price_cents,
  imageUrl: item.image_url,
  available: item.active === 1,
});

/** The fields in which the vendor's product differs from the item. */
export function differencesOf(product: VendorProduct, wanted: VendorProduct): CatalogProduct['differences'] {
  const differences: CatalogProduct['differences'] = [];
  if (product.name !== wanted.name) differences.push('name');
  // The vendor returns an absent text as an empty one.
  if ((product.description ?? '') !== (wanted.description ?? '')) differences.push('description');
  if (product.priceCents !== wanted.priceCents) differences.push('price');
  if ((product.imageUrl ?? '') !== (wanted.imageUrl ?? '')) differences.push('imageUrl');
  if (product.available !== wanted.available) differences.push('available');
  return differences;
}

/**
 * The agent's items in their order, each with the vendor's product, then the products without an item. `refusals` are
 * the reasons by item for which the newest sync failed.
 */
export function compareCatalog(
  items: CatalogItemRow[],
  products: VendorProduct[],
  refusals: Map<string, string>,
): CatalogProduct[] {
  const byId = new Map(products.map((product) => [product.retailerId, product]));
  const ofItems = items.map((item): CatalogProduct => {
    const product = byId.get(item.id);
    byId.delete(item.id);
    const differences = product ? differencesOf(product, toProduct(item)) : (['missing_there'] as const);
    const refusal = differences.length > 0 ? (refusals.get(item.id) ?? null) : null;
    return {
      product: product ? showProduct(product) : null,
      item: showItem(item),
      differences: [...differences],
      state: refusal !== null ? 'refused' : !product ? 'missing' : differences.length > 0 ? 'changed' : 'synced',
      refusal,
    };
  });
  const others = [...byId.values()].map(
    (product): CatalogProduct => ({
      product: showProduct(product),
      item: null,
      differences: ['missing_here'],
      state: 'only_there',
      refusal: null,
    }),
  );
  return [...ofItems, ...others];
}

const showProduct = ({ priceCents, ...product }: VendorProduct) => ({ ...product, price: fromCents(priceCents) });

const showItem = (item: CatalogItemRow) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  price: fromCents(item.price_cents),
  imageUrl: item.image_url,
  active: item.active === 1,
});

/** How many are in each state. */
export function countStates(products: CatalogProduct[]): Record<ProductState, number> {
  const counts = Object.fromEntries(productStates.map((state) => [state, 0])) as Record<ProductState, number>;
  for (const { state } of products) counts[state] += 1;
  return counts;
}
