import { z } from 'zod';
import { invalid } from '../../../platform/problem.ts';
import { fromCents } from '../../../platform/text/money.ts';
import type { CatalogItem } from '../../agents/index.ts';
import { type Order, OrderStatus, totalCents } from '../../orders/index.ts';
import { assertCustomer, customer, toCustomer } from './customer.ts';
import { fewest, type Page, repeatKey } from './page.ts';
import { agentId, pickAgent } from './pick-agent.ts';
import { type ToolContext, tool } from './tool.ts';

const Item = z.strictObject({
  productId: z.string().max(64).optional().describe('From find_products; gives name and price'),
  name: z.string().max(150).optional(),
  quantity: z.number().positive(),
  unitPrice: z.number().min(0).optional(),
  notes: z.string().max(500).optional(),
});

const showOrder = ({ id, number, status, clientName, contactId, clientPhone, items, total, ...rest }: Order) => ({
  id,
  number,
  status,
  customer: { id: contactId, name: clientName, phone: clientPhone },
  items: items.map(({ name, quantity, unitPrice }) => ({ name, quantity, unitPrice })),
  total,
  paymentStatus: rest.paymentStatus,
  createdAt: rest.createdAt,
  unconfirmed: rest.unconfirmed,
});

export const salesTools = [
  tool({
    name: 'find_products',
    title: 'Find products',
    description: 'Products and prices of the shop.',
    effect: 'read',
    scopes: ['catalog.read'],
    input: z.strictObject({ search: z.string().max(200).optional(), agentId, limit: fewest }),
    async run({ agentId: agent, ...rest }, context) {
      const parameters = { id: await pickAgent(context, agent), active: true, ...rest };
      const { data, total } = await context.call<Page<CatalogItem>>('listCatalogItems', { parameters });
      const products = data.map(({ id, name, description, price, category }) => ({
        id,
        name,
        description,
        price,
        category,
      }));
      return { products, total };
    },
  }),

  tool({
    name: 'find_orders',
    title: 'Find orders',
    description: 'Orders, newest first.',
    effect: 'read',
    scopes: ['orders.read'],
    input: z.strictObject({
      search: z.string().max(200).optional().describe('Customer name, last digits of the phone, or order number'),
      status: OrderStatus.optional(),
      limit: fewest,
    }),
    async run(parameters, { call }) {
      const { data, total } = await call<Page<Order>>('listOrders', { parameters });
      return { orders: data.map(showOrder), total };
    },
  }),

  tool({
    name: 'create_order',
    title: 'Create an order',
    description: 'Enters an order of a customer; the total is computed.',
    effect: 'write',
    scopes: ['orders.write'],
    input: z.strictObject({
      ...customer,
      customerName: z.string().max(100),
      items: z.array(Item).min(1).max(50),
      deliveryFee: z.number().min(0).optional(),
      address: z.string().max(200).optional(),
      notes: z.string().max(500).optional(),
      agentId,
      repeatKey,
    }),
    async run({ customerPhone, customerId, ...input }, context) {
      const { customerName, items: wanted, agentId: named, repeatKey: key, ...rest } = input;
      assertCustomer({ customerPhone, customerId });
      const agent = await pickAgent(context, named);
      const items = await fillItems(context, agent, wanted);
      const total = fromCents(totalCents({ items, deliveryFee: rest.deliveryFee ?? null }));
      const who = { clientName: customerName, ...toCustomer({ customerPhone, customerId }) };
      const body = { aiAgentId: agent, ...who, items, total, ...rest };
      return showOrder(await context.call<Order>('createOrder', { body, idempotencyKey: key }));
    },
  }),

  tool({
    name: 'change_order',
    title: 'Change the status of an order',
    description: 'Moves an order on, or marks it as paid.',
    effect: 'write',
    scopes: ['orders.write'],
    input: z.strictObject({
      orderId: z.string().max(64),
      status: OrderStatus.optional(),
      paymentStatus: z.enum(['PENDING', 'PAID']).optional(),
      notifyClient: z.boolean().optional().describe('Tells the customer'),
    }),
    run: async ({ orderId, ...body }, { call }) =>
      showOrder(await call<Order>('updateOrder', { parameters: { id: orderId }, body })),
  }),
];

/** Completes items that name a product with its name and price. Throws 400 for one that is neither product nor priced. */
async function fillItems(
  context: ToolContext,
  agent: string,
  wanted: z.output<typeof Item>[],
): Promise<Order['items']> {
  const products = wanted.some(({ productId }) => productId !== undefined) ? await readProducts(context, agent) : [];
  return wanted.map(({ productId, name, unitPrice, quantity, notes = null }, index) => {
    const product = products.find(({ id }) => id === productId);
    if (productId !== undefined && !product)
      throw invalid(`items[${index}].productId`, 'No such product: use find_products');
    const item = { name: name ?? product?.name, unitPrice: unitPrice ?? product?.price };
    if (item.name === undefined || item.unitPrice === undefined) {
      throw invalid(`items[${index}]`, 'needs a productId, or a name and a unitPrice');
    }
    return { name: item.name, unitPrice: item.unitPrice, quantity, catalogItemId: productId ?? null, notes };
  });
}

/** All products of an agent; a catalog holds few hundreds. */
async function readProducts({ call }: ToolContext, agent: string): Promise<CatalogItem[]> {
  const all: CatalogItem[] = [];
  for (let page = 1; ; page++) {
    const parameters = { id: agent, page, limit: 100 };
    const found = await call<Page<CatalogItem>>('listCatalogItems', { parameters });
    all.push(...found.data);
    if (found.data.length < 100) return all;
  }
}
