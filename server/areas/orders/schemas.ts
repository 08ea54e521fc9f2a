import { z } from 'zod';
import { changesOf } from '../../http/changes-of.ts';
import { anyOf, dateQuery } from '../../http/filters.ts';
import { pageQuery } from '../../http/paginate.ts';
import { EmailAddress } from '../../platform/text/emails.ts';
import { Amount, Money } from '../../platform/text/money.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';
import { Notification } from '../inbox/schemas.ts';
import { ContactId, contactIdFilter, customerFields } from '../people/customer.schemas.ts';

export const orderStatuses = [
  'AWAITING_PAYMENT',
  'PREPARING',
  'READY_FOR_PICKUP',
  'OUT_FOR_DELIVERY',
  'COMPLETED',
  'CANCELLED',
] as const;
export const OrderStatus = z.enum(orderStatuses).meta({
  id: 'OrderStatus',
  description: 'How far an order is. It only goes forward; COMPLETED and CANCELLED are final.',
});
export type OrderStatus = (typeof orderStatuses)[number];

const orderSources = ['API', 'BOT', 'DASHBOARD', 'IMPORT'] as const;
const OrderSource = z.enum(orderSources).meta({
  id: 'OrderSource',
  description:
    'Who created an order: a key of the API, an agent, flow or campaign (BOT), a person at the console (DASHBOARD), or ' +
    'Frontdesk itself (IMPORT).',
});
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

const itemWords = {
  catalogItemId: 'Id of the catalog item that it is; null for anything else. It is not looked up.',
  notes: 'Wishes for this item, such as “no onions”.',
};

const ItemDraft = z.strictObject({
  name: z.string().trim().min(1).max(150).describe('What was ordered, as the order shows it.'),
  quantity: Quantity,
  unitPrice: Amount.describe('The price of one, with at most two decimal places.'),
  catalogItemId: z.string().max(64).nullable().default(null).describe(itemWords.catalogItemId),
  notes: z.string().max(500).nullable().default(null).describe(itemWords.notes),
});

const OrderAmount = Amount.max(9_999_999);

const total = OrderAmount.describe(
  'Must equal the sum of quantity times unitPrice, rounded to the cent once (half up), plus the delivery fee.',
);

const words = {
  aiAgentId: 'Id of the AI agent that the order belongs to.',
  clientName: 'The customer’s name.',
  clientPhone: 'The customer’s phone number in any spelling; a number that nobody has creates a contact.',
  clientEmail: 'The customer’s e-mail address.',
  items: 'What was ordered.',
  itemsChange: 'All items; they replace the former ones, and `total` must fit them.',
  address: 'Where the order is delivered to.',
  deliveryFee: 'What the delivery costs; it is part of the total.',
  notes: 'Wishes for the whole order.',
};

const ClientName = z.string().trim().min(1).max(100).describe(words.clientName);
const ClientPhone = z.string().min(8).max(24).describe(words.clientPhone);
const Items = z.array(ItemDraft).min(1).max(50).describe(words.items);
const Address = z.string().max(200).describe(words.address);
const DeliveryFee = OrderAmount.describe(words.deliveryFee);
const Notes = z.string().max(500).describe(words.notes);

export const OrderDraft = z.strictObject({
  aiAgentId: z.string().min(1).describe(words.aiAgentId),
  clientName: ClientName,
  clientPhone: ClientPhone.optional().describe(`${words.clientPhone} Required without \`contactId\`.`),
  contactId: ContactId.optional(),
  clientEmail: EmailAddress.max(160).optional().describe(words.clientEmail),
  items: Items,
  total,
  paymentMethod: PaymentMethod.optional(),
  paymentStatus: PaymentStatus.default('PENDING').describe('PAID starts the order as PREPARING.'),
  address: Address.optional(),
  deliveryFee: DeliveryFee.optional(),
  notes: Notes.optional(),
});
export type OrderDraft = z.output<typeof OrderDraft>;

export const Order = z
  .object({
    id: z.string(),
    number: z.int().min(1).describe('Sequential number in the workspace, from 1, without gaps.'),
    aiAgentId: z.string().describe(words.aiAgentId),
    clientName: z.string().describe(words.clientName),
    ...customerFields,
    clientEmail: z.string().nullable().describe('The customer’s e-mail address; null if none was given.'),
    items: z
      .array(
        z.object({
          name: z.string().describe('What was ordered.'),
          quantity: z.number().min(0).describe('How much of it, with at most three decimal places.'),
          unitPrice: Money.describe('The price of one.'),
          catalogItemId: z.string().nullable().describe('Id of the catalog item that it is; null if none was named.'),
          notes: z.string().nullable().describe(itemWords.notes),
        }),
      )
      .describe('What was ordered; 1 to 50 entries.'),
    total: Money.describe('What the customer pays, delivery included, in the currency of the workspace.'),
    deliveryFee: Money.nullable().describe('The part of the total that is for the delivery; null if none was given.'),
    paymentMethod: PaymentMethod.nullable().describe('How it is paid for; null while that is open.'),
    paymentStatus: PaymentStatus,
    address: z.string().nullable().describe('Where it is delivered to; null if none was given.'),
    notes: z.string().nullable().describe('Wishes for the whole order; null without any.'),
    status: OrderStatus,
    source: OrderSource,
    notification: Notification.nullable().describe(
      'Result of notifying the client of the latest change; null when not requested.',
    ),
    ...unconfirmedField,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

/** An order keeps a customer: neither of the fields that name one accepts null. */
const customerChanges = {
  clientPhone: ClientPhone.optional().describe(
    `Extension: gives the order to who has this number. ${words.clientPhone}`,
  ),
  contactId: ContactId.optional(),
};

export const OrderChanges = changesOf(Order, {
  status: OrderStatus.describe('The next status; 409 if it cannot follow the current one.'),
  clientName: ClientName,
  items: Items.describe(words.itemsChange),
  total,
  paymentMethod: PaymentMethod,
  paymentStatus: PaymentStatus.describe('PAID moves an order from AWAITING_PAYMENT to PREPARING.'),
  address: Address,
  deliveryFee: DeliveryFee,
  notes: Notes,
  notifyClient: z.boolean().describe('Sends the client a message with the order’s new state.'),
}).extend(customerChanges);
export type OrderChanges = z.output<typeof OrderChanges>;

const filters = {
  aiAgentId: z.string().max(64).optional().describe('Only orders of this AI agent.'),
  contactId: contactIdFilter,
  status: anyOf(orderStatuses),
  search: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Prefixes of words of the name, the first or last four digits of the customer’s present phone, or the order number.',
    ),
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

const byStatus = z
  .object({
    AWAITING_PAYMENT: z.int().min(0).describe('Orders that are not paid yet.'),
    PREPARING: z.int().min(0).describe('Orders that are being prepared.'),
    READY_FOR_PICKUP: z.int().min(0).describe('Orders that wait for the customer to fetch them.'),
    OUT_FOR_DELIVERY: z.int().min(0).describe('Orders on their way.'),
    COMPLETED: z.int().min(0).describe('Orders that the customer has received.'),
    CANCELLED: z.int().min(0).describe('Orders that were called off.'),
  })
  .meta({ id: 'OrderCounts', description: 'How many orders each status has, zero included.' });

export const OrderStats = z
  .object({ total: z.int().min(0).describe('Orders of any status.'), byStatus })
  .meta({ id: 'OrderStats' });

export const OrderOverview = z
  .object({
    timezone: z.string().describe('The time zone of the workspace, to which the days belong.'),
    total: z.int().min(0).describe('Orders of any status.'),
    byStatus,
    revenue: Money.describe('Of orders that are PAID and not CANCELLED.'),
    averageTicket: Money.nullable().describe('Revenue divided by the orders counted in it; null without any.'),
    days: z
      .array(
        z.object({
          date: z.string().meta({ format: 'date', description: 'The day.' }),
          count: z.int().min(0).describe('Orders of any status that were created then.'),
          revenue: Money.describe('Of those that are PAID and not CANCELLED.'),
        }),
      )
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
      total: Money.describe('Sum of the totals.'),
      orders: z.array(Order).describe('At most 200.'),
    }),
  ),
});
