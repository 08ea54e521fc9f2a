import { z } from 'zod';
import type { GraphServer } from './graph-server.ts';
import { GraphFailure, newGraphId, type Route } from './graph-server-protocol.ts';

const Batch = z.strictObject({
  item_type: z.literal('PRODUCT_ITEM'),
  allow_upsert: z.boolean(),
  requests: z
    .array(
      z.strictObject({
        method: z.enum(['CREATE', 'UPDATE', 'DELETE']),
        data: z.strictObject({
          id: z.string().min(1),
          title: z.string().min(1),
          description: z.string().min(1),
          price: z.string().regex(/^\d+\.\d\d [A-Z]{3}$/),
          availability: z.enum(['in stock', 'out of stock']),
          condition: z.literal('new'),
          link: z.url(),
          image_link: z.url(),
        }),
      }),
    )
    .min(1)
    .max(5_000),
});

type Item = z.infer<typeof Batch>['requests'][number]['data'];

/** Catalogs of the business, the linked one, and batches processed in the background. */
export function catalogRoutes(server: GraphServer) {
  const { wabaId, businessId } = server.account;
  const catalogs = [
    { id: '1001001', name: 'Menu' },
    { id: '1001002', name: 'Gifts' },
  ];
  const linked = new Set<string>();
  const products = new Map<string, Map<string, Item>>(catalogs.map(({ id }) => [id, new Map()]));
  const batches = new Map<string, { polls: number; errors: { id: string; message: string }[] }>();

  const state = {
    /** Polls for which a batch is still in progress. */
    pollsToFinish: 0,
    /** Ids of items that the vendor rejects. */
    refusedItems: new Set<string>(),
  };

  const shown = (list: typeof catalogs) => ({
    data: list.map((catalog) => ({ ...catalog, product_count: products.get(catalog.id)?.size ?? 0 })),
  });
  const productsOf = (id: string): Map<string, Item> => {
    const found = products.get(id);
    if (!found) throw new GraphFailure(400, { code: 100, error_subcode: 33 });
    return found;
  };
  const known = (id: unknown): string => {
    if (!catalogs.some((catalog) => catalog.id === id)) throw new GraphFailure(400, { code: 100, error_subcode: 33 });
    return String(id);
  };
  const edge = new RegExp(`^/${wabaId}/product_catalogs$`);
  const manage = 'catalog_management';

  const routes: Route[] = [
    ['GET', new RegExp(`^/${businessId}/owned_product_catalogs$`), manage, () => shown(catalogs)],
    ['GET', edge, manage, () => shown(catalogs.filter(({ id }) => linked.has(id)))],
    [
      'POST',
      edge,
      manage,
      ({ json }) => {
        const id = known(json.catalog_id);
        if (linked.size > 0 && !linked.has(id)) throw new GraphFailure(400, { code: 100, message: 'One catalog only' });
        linked.add(id);
        return { success: true };
      },
    ],
    ['DELETE', edge, manage, ({ query }) => ({ success: linked.delete(known(query.get('catalog_id'))) })],
    [
      'POST',
      /^\/(\d+)\/items_batch$/,
      manage,
      ({ json }, [id = '']) => {
        const batch = Batch.safeParse(json);
        if (!batch.success) throw new GraphFailure(400, { code: 100, message: `Bad ${batch.error.issues[0]?.path}` });
        const catalog = productsOf(id);
        const errors: { id: string; message: string }[] = [];
        for (const { data } of batch.data.requests) {
          if (state.refusedItems.has(data.id)) errors.push({ id: data.id, message: 'The picture cannot be fetched' });
          else catalog.set(data.id, data);
        }
        const handle = newGraphId();
        batches.set(handle, { polls: state.pollsToFinish, errors });
        return { handles: [handle], validation_status: [] };
      },
    ],
    [
      'GET',
      /^\/\d+\/check_batch_request_status$/,
      manage,
      ({ query }) => {
        const handle = query.get('handle') ?? '';
        const batch = batches.get(handle);
        if (!batch) throw new GraphFailure(400, { code: 100 });
        const finished = batch.polls <= 0;
        batch.polls -= 1;
        return { data: [{ handle, status: finished ? 'finished' : 'started', errors: finished ? batch.errors : [] }] };
      },
    ],
    [
      'GET',
      /^\/(\d+)\/products$/,
      manage,
      (_request, [id = '']) => ({
        data: [...productsOf(id).values()].map((item) => ({
          id: `9${item.id.length}`,
          retailer_id: item.id,
          name: item.title,
          description: item.description,
          price: `R$ ${item.price.slice(0, -4).replace('.', ',')}`,
          image_url: item.image_link,
          availability: item.availability,
        })),
      }),
    ],
  ];

  return Object.assign(state, { routes, linked, products });
}
