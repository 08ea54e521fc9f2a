import type { proto, WASocket } from 'baileys';
import { bounded } from '../../channels/contents.schemas.ts';
import type { ReceivedEvent } from '../protocol.ts';
import { toAmount } from './read-values.ts';

const patienceMs = 1_000;

/** Adds the items of a cart, which the vendor hands over on request. Without an answer the cart has their number only. */
export async function withItems(
  socket: WASocket,
  event: ReceivedEvent,
  { orderId, token }: proto.Message.IOrderMessage,
): Promise<ReceivedEvent> {
  if (event.kind !== 'message' && event.kind !== 'echo') return event;
  const order = event.enclosed?.order;
  if (!order || !orderId || !token) return event;
  const noAnswer = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs).unref());
  const found = await Promise.race([socket.getOrderDetails(orderId, token), noAnswer]).catch(() => null);
  const items = (found?.products ?? []).map(({ id, name, price, currency, quantity }) => ({
    id: id || null,
    name: name || null,
    price: toAmount(price),
    currency: currency || null,
    quantity: Number.isFinite(quantity) ? quantity : 1,
  }));
  return { ...event, enclosed: bounded({ ...event.enclosed, order: { ...order, items } }) };
}
