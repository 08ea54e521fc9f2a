import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import { outside } from '../../platform/running/item-run.ts';
import type { VendorCatalog, VendorCatalogs, VendorProduct } from '../channels/index.ts';
import type { GraphClient } from './graph-client.ts';
import { GraphError } from './graph-errors.ts';

const Catalog = z.object({ id: z.string(), name: z.string().default(''), product_count: z.number().optional() });
const Product = z.object({
  retailer_id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  price: z.string().optional(),
  image_url: z.string().nullish(),
  availability: z.string().optional(),
});
const Batch = z.object({
  handles: z.array(z.string()).default([]),
  validation_status: z
    .array(z.object({ retailer_id: z.string(), errors: z.array(z.object({ message: z.string() })).default([]) }))
    .default([]),
});
const BatchStatus = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      errors: z.array(z.object({ id: z.string().optional(), message: z.string() })).default([]),
    }),
  ),
});
const Success = z.object({ success: z.boolean() });

const productsPerBatch = 1_000;
const firstPollMs = 2_000;
const longestPollMs = minuteMs;
const patienceMs = 10 * minuteMs;

/** Fields of every product that come from the shop: its currency, and the product's page. */
export interface Shop {
  currency: string;
  link: string;
}

type Fault = { retailerId: string; message: string };

/** The product catalogs of the business, one of which can be linked to the account. */
export function cloudCatalogs(client: GraphClient, readShop: () => Promise<Shop>): VendorCatalogs {
  const { wabaId, businessId } = client.account;
  const linkPath = `/${wabaId}/product_catalogs`;
  const fields = 'id,name,product_count';

  return {
    async list() {
      const linked = await client.list(linkPath, { fields }, Catalog);
      const owned =
        businessId === null ? [] : await client.list(`/${businessId}/owned_product_catalogs`, { fields }, Catalog);
      const all = new Map([...owned, ...linked].map((catalog) => [catalog.id, catalog]));
      return [...all.values()].map(
        ({ id, name, product_count }): VendorCatalog => ({
          id,
          name,
          productCount: product_count ?? null,
          linked: linked.some((catalog) => catalog.id === id),
        }),
      );
    },

    async link(catalogId) {
      await client.call({ path: linkPath, body: { catalog_id: catalogId }, answer: Success });
    },

    async unlink(catalogId) {
      await client.call({ method: 'DELETE', path: linkPath, query: { catalog_id: catalogId }, answer: Success });
    },

    async products(catalogId) {
      const query = { fields: 'retailer_id,name,description,price,image_url,availability' };
      return (await client.list(`/${catalogId}/products`, query, Product)).map(toVendorProduct);
    },

    async upsert(catalogId, products) {
      const shop = await readShop();
      const faults: Fault[] = products.filter(lacksImage).map(({ retailerId }) => ({
        retailerId,
        message: 'The platform requires an image with a public https address',
      }));
      const sendable = products.filter((product) => !lacksImage(product));
      for (let start = 0; start < sendable.length; start += productsPerBatch) {
        faults.push(...(await sendBatch(client, catalogId, sendable.slice(start, start + productsPerBatch), shop)));
      }
      return faults;
    },
  };
}

const lacksImage = ({ imageUrl }: VendorProduct): boolean => !imageUrl?.startsWith('https://');

async function sendBatch(
  client: GraphClient,
  catalogId: string,
  products: VendorProduct[],
  shop: Shop,
): Promise<Fault[]> {
  const { handles, validation_status: invalid } = await client.call({
    path: `/${catalogId}/items_batch`,
    body: {
      item_type: 'PRODUCT_ITEM',
      allow_upsert: true,
      requests: products.map((product) => ({ method: 'UPDATE', data: toGraphProduct(product, shop) })),
    },
    answer: Batch,
    timeoutMs: minuteMs,
  });
  const refused = invalid.flatMap(({ retailer_id: retailerId, errors }) =>
    errors.slice(0, 1).map(({ message }) => ({ retailerId, message })),
  );
  const later = await Promise.all(handles.map((handle) => waitForBatch(client, catalogId, handle)));
  return [...refused, ...later.flat()];
}

/** Polls a batch, with backoff, until the vendor has processed it; returns the faults of its products. */
async function waitForBatch(client: GraphClient, catalogId: string, handle: string): Promise<Fault[]> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 2, longestPollMs)) {
    const { data } = await client.call({
      path: `/${catalogId}/check_batch_request_status`,
      query: { handle },
      answer: BatchStatus,
    });
    const batch = data[0];
    if (batch?.status === 'finished') {
      return batch.errors.map(({ id, message }) => ({ retailerId: id ?? '', message }));
    }
    if (batch?.status === 'error' || batch?.status === 'canceled') {
      throw new GraphError(
        'provider_failed',
        `The platform stopped the batch: ${batch.errors[0]?.message ?? 'no reason given'}`,
      );
    }
    if (performance.now() + waitMs > deadline)
      throw new GraphError('temporary', 'The platform has not finished the batch');
    await outside(() => sleep(waitMs));
  }
}

const toGraphProduct = (product: VendorProduct, { currency, link }: Shop): Record<string, unknown> => ({
  id: product.retailerId,
  title: product.name,
  description: product.description ?? product.name,
  price: `${(product.priceCents / 100).toFixed(2)} ${currency}`,
  availability: product.available ? 'in stock' : 'out of stock',
  condition: 'new',
  link,
  image_link: product.imageUrl,
});

const toVendorProduct = (product: z.infer<typeof Product>): VendorProduct => ({
  retailerId: product.retailer_id,
  name: product.name,
  description: product.description ?? null,
  priceCents: readCents(product.price ?? ''),
  imageUrl: product.image_url ?? null,
  available: product.availability === undefined || product.availability === 'in stock',
});

/** The vendor formats prices for people: `R$ 1.234,50`, `$9.99`, `9.99 BRL`. A last group of two digits is cents. */
function readCents(price: string): number {
  const amount = price.match(/\d[\d.,\s]*/g)?.at(-1) ?? '0';
  const cents = /[.,](\d{2})\D*$/.exec(amount);
  const whole = amount.slice(0, cents?.index);
  return Number(whole.replaceAll(/\D/g, '')) * 100 + Number(cents?.[1] ?? 0);
}
