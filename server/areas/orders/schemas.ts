import { z } from 'zod';
import { anyOf, dateQuery } from '../../http/filters.ts';
import { pageQuery } from '../../http/paginate.ts';
import { Amount } from '../../platform/text/money.ts';
import { Notification } from '../inbox/schemas.ts';

export const orderStatuses = [
  'AWAITING_PAYMENT',
  'PREPARING',
  'READY_FOR_PICKUP',
  'OUT_FOR_DELIVERY',
  'COMPLETED',
  'CANCELLED',
] as const;
export const OrderStatus = z.enum(orderStatuses).meta({ id: 'OrderStatus' });
export type OrderStatus = (typeof orderStatuses)[number];

const orderSources = ['API', 'BOT', 'DASHBOARD', 'IMPORT'] as const;
const OrderSource = z.enum(orderSources).meta({ id: 'OrderSource' });
export type OrderSource = (typeof orderSources)[number];

const paymentMethods = ['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'CASH', 'BOLETO'] as const;
export const PaymentMethod = z
  .enum(paymentMethods)
  .meta({ id: 'PaymentMethod', description: 'How an order is paid for.' });
const paymentStatuses = ['PENDING', 'PAID'] as const;
const PaymentStatus = z
  .enum(paymentStatuses)
  .meta({ id: 'PaymentStatus', description: 'Whether an order is paid for.' });

const Quantity = z
  .number()
  .gt(0)
  .max(1_000_000)
  .refine((quantity) => Number(quantity.toFixed(3)) === quantity, 'must have at most three decimal places')
  .describe('At most three decimal places, such as 0.250 kg.');

const ItemDraft = z.strictObject({
  name: z.string().trim().min(1).max(150),
  quantity: Quantity,
  unitPrice: Amount,
  catalogItemId: z.string().max(64).nullable().default(null),
  notes: z.string().max(500).nullable().default(null),
});

const OrderAmount = Amount.max(9_999_999);

const total = OrderAmount.describe(
  'Must equal the sum of quantity times unitPrice, rounded to the cent once (half up), plus the delivery fee.',
);

export const OrderDraft = z.strictObject({
  aiAgentId: z.string().min(1),
  clientName: z.string().trim().min(1).max(100),
  clientPhone: z.string().min(8).max(24).describe('In any spelling; stored in E.164.'),
  clientEmail: z.email().max(160).optional(),
  items: z.array(ItemDraft).min(1).max(50),
  total,
  paymentMethod: PaymentMethod.optional(),
  paymentStatus: PaymentStatus.default('PENDING'),
  address: z.string().max(200).optional(),
  deliveryFee: OrderAmount.optional(),
  notes: z.string().max(500).optional(),
});
export type OrderDraft = z.output<typeof OrderDraft>;

export const OrderChanges = z.strictObject({
  status: OrderStatus.optional(),
  clientName: z.string().trim().min(1).max(100).optional(),
  items: z.array(ItemDraft).min(1).max(50).optional(),
  total: total.optional(),
  paymentMethod: PaymentMethod.optional(),
  paymentStatus: PaymentStatus.optional(),
  address: z.string().max(200).optional(),
  deliveryFee: OrderAmount.optional(),
  notes: z.string().max(500).optional(),
  notifyClient: z.boolean().optional().describe('Sends the client a message with the new state of the order.'),
});
export type OrderChanges = z.output<typeof OrderChanges>;

export const Order = z
  .object({
    id: z.string(),
    number: z.int().describe('Sequential number in the workspace, from 1, without gaps.'),
    aiAgentId: z.string(),
    clientName: z.string(),
    clientPhone: z.string(),
    clientEmail: z.string().nullable(),
    items: z.array(
      z.object({
        name: z.string(),
        quantity: z.number(),
        unitPrice: z.number(),
        catalogItemId: z.string().nullable(),
        notes: z.string().nullable(),
      }),
    ),
    total: z.number(),
    deliveryFee: z.number().nullable(),
    paymentMethod: PaymentMethod.nullable(),
    paymentStatus: PaymentStatus,
    address: z.string().nullable(),
    notes: z.string().nullable(),
    status: OrderStatus,
    source: OrderSource,
    notification: Notification.nullable().describe(
      'Result of notifying the client of the latest change; null when not requested.',
    ),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

const filters = {
  aiAgentId: z.string().max(64).optional(),
  status: anyOf(orderStatuses),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Prefixes of words of the name, the first or last four digits of the phone, or the order number.'),
  ...dateQuery,
};

export const orderSorts = ['createdAt', '-createdAt', 'total', '-total', 'number'] as const;

const listFilters = { ...filters, source: anyOf(orderSources) };

export const OrderExportQuery = z.object(listFilters);

export const OrderListQuery = z.object({
  ...pageQuery,
  ...listFilters,
  sort: z.enum(orderSorts).default('-createdAt'),
});

export const OrderOverviewQuery = z.object(filters);

const byStatus = z.object({
  AWAITING_PAYMENT: z.int(),
  PREPARING: z.int(),
  READY_FOR_PICKUP: z.int(),
  OUT_FOR_DELIVERY: z.int(),
  COMPLETED: z.int(),
  CANCELLED: z.int(),
});

export const OrderStats = z.object({ total: z.int(), byStatus }).meta({ id: 'OrderStats' });

export const OrderOverview = z
  .object({
    timezone: z.string(),
    total: z.int().describe('Orders of any status.'),
    byStatus,
    revenue: z.number().describe('Of orders that are PAID and not CANCELLED.'),
    averageTicket: z.number().nullable().describe('Revenue divided by the orders counted in it; null without any.'),
    days: z
      .array(z.object({ date: z.string(), count: z.int(), revenue: z.number() }))
      .describe('Every day of the range, oldest first; at most the latest 366.'),
  })
  .meta({ id: 'OrderOverview' });

/** The board of the console. */
export const OrderBoard = z.object({
  lateAfterMinutes: z.int().describe('PREPARING or OUT_FOR_DELIVERY without a change for this long is late.'),
  columns: z.array(
    z.object({
      status: OrderStatus,
      next: z.array(OrderStatus).describe('The statuses that may follow.'),
      newestFirst: z.boolean().describe('By the last change; else the longest unchanged is first.'),
      count: z.int(),
      total: z.number().describe('Sum of the totals.'),
      orders: z.array(Order).describe('At most 200.'),
    }),
  ),
});
