import { findLatestConversationId } from '../inbox/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';
import type { Order } from './schemas.ts';
import { findOrderByNumber, findOrders } from './store.ts';

/** The order with the number that was typed, then the newest whose number, customer or phone matches. */
export async function searchOrders({ db, workspace, text }: Search): Promise<Hit[]> {
  const [, number] = /^#?(\d{1,9})$/.exec(text) ?? [];
  const numbered = number === undefined ? null : await findOrderByNumber(db, workspace.id, Number(number));
  const matching = await findOrders(db, workspace.id, text, mostHits);
  const orders = [...(numbered ? [numbered] : []), ...matching.filter(({ id }) => id !== numbered?.id)];
  return Promise.all(
    orders.slice(0, mostHits).map(
      async (order): Promise<Hit> => ({
        kind: 'order',
        id: order.id,
        title: markMatches(`#${order.number} ${order.clientName}`, text),
        snippet: { text: tellItems(order), matches: [] },
        at: order.createdAt,
        status: order.status,
        amount: order.total,
        conversationId: order.contactId && findLatestConversationId(db, workspace.id, order.contactId),
      }),
    ),
  );
}

const shownItems = 3;

function tellItems({ items }: Order): string {
  const shown = items.slice(0, shownItems).map(({ quantity, name }) => `${quantity} × ${name}`);
  return [...shown, ...(items.length > shownItems ? ['…'] : [])].join(', ');
}
