import type { Body } from '../../../api/operations.ts';
import { newId } from '../../../reserved/new-id.ts';
import { isDelivery, type Order, type OrderItem, totalOf } from '../order.ts';

/** An item while it is being typed. */
export interface ItemFields extends Omit<OrderItem, 'quantity' | 'unitPrice'> {
  key: string;
  quantity: number | null;
  unitPrice: number | null;
}

export interface OrderFields {
  aiAgentId: string;
  clientName: string;
  /** The contact whose number is shown; null if the typed number identifies the customer. */
  contactId: string | null;
  clientPhone: string;
  items: ItemFields[];
  handover: 'delivery' | 'pickup';
  address: string;
  deliveryFee: number | null;
  paymentMethod: Order['paymentMethod'];
  isPaid: boolean;
  notes: string;
}

/** Whom a new order is for. */
export interface Client {
  contactId: string;
  name: string;
  /** Empty while it is hidden. */
  phone: string;
}

export const newFields = (aiAgentId: string, client: Client | undefined): OrderFields => ({
  aiAgentId,
  clientName: client?.name ?? '',
  contactId: client?.contactId ?? null,
  clientPhone: client?.phone ?? '',
  items: [],
  handover: 'delivery',
  address: '',
  deliveryFee: null,
  paymentMethod: null,
  isPaid: false,
  notes: '',
});

export const toFields = (order: Order): OrderFields => ({
  aiAgentId: order.aiAgentId,
  clientName: order.clientName,
  contactId: order.contactId,
  clientPhone: order.clientPhone ?? '',
  items: order.items.map((item) => ({ ...item, key: newId() })),
  handover: isDelivery(order) ? 'delivery' : 'pickup',
  address: order.address ?? '',
  deliveryFee: order.deliveryFee,
  paymentMethod: order.paymentMethod,
  isPaid: order.paymentStatus === 'PAID',
  notes: order.notes ?? '',
});

export const newItem = (item: Pick<ItemFields, 'name' | 'unitPrice' | 'catalogItemId'>): ItemFields => ({
  ...item,
  key: newId(),
  quantity: 1,
  notes: null,
});

/** The items as the server takes them; null while one has no quantity or no price. */
export function readItems(items: ItemFields[]): OrderItem[] | null {
  const read = items.flatMap(({ key: _, quantity, unitPrice, notes, ...item }) =>
    quantity === null || quantity === 0 || unitPrice === null
      ? []
      : [{ ...item, quantity, unitPrice, notes: notes?.trim() || null }],
  );
  return read.length === items.length ? read : null;
}

const feeOf = ({ handover, deliveryFee }: OrderFields): number => (handover === 'delivery' ? (deliveryFee ?? 0) : 0);

/** The total of what is typed so far. */
export const typedTotal = (fields: OrderFields): number =>
  totalOf(
    fields.items.map(({ quantity, unitPrice }) => ({ quantity: quantity ?? 0, unitPrice: unitPrice ?? 0 })),
    feeOf(fields),
  );

function customerOf({ contactId, clientPhone }: OrderFields): { contactId?: string; clientPhone?: string } {
  if (contactId !== null) return { contactId };
  return clientPhone.trim() === '' ? {} : { clientPhone: clientPhone.trim() };
}

/** What both a new and a changed order have. */
function common(fields: OrderFields, items: OrderItem[]) {
  const isDelivered = fields.handover === 'delivery';
  return {
    clientName: fields.clientName.trim(),
    ...customerOf(fields),
    items,
    total: typedTotal(fields),
    deliveryFee: isDelivered ? fields.deliveryFee : null,
    address: (isDelivered && fields.address.trim()) || null,
    notes: fields.notes.trim() || null,
    paymentMethod: fields.paymentMethod,
    paymentStatus: fields.isPaid ? ('PAID' as const) : ('PENDING' as const),
  };
}

export function toDraft(fields: OrderFields, items: OrderItem[]): Body<'createOrder'> {
  const { address, notes, deliveryFee, paymentMethod, ...rest } = common(fields, items);
  return {
    ...rest,
    aiAgentId: fields.aiAgentId,
    ...(address === null ? {} : { address }),
    ...(notes === null ? {} : { notes }),
    ...(deliveryFee === null ? {} : { deliveryFee }),
    ...(paymentMethod === null ? {} : { paymentMethod }),
  };
}

/** Only what differs, so that what somebody else changed meanwhile stays. */
export function toChanges(fields: OrderFields, items: OrderItem[], order: Order): Body<'updateOrder'> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(order[name as keyof Order]);
  return Object.fromEntries(Object.entries(common(fields, items)).filter(differs));
}
