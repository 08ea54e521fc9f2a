import { fold } from '../../../platform/database/fold.ts';
import { invalid } from '../../../platform/problem.ts';
import { fromCents, toCents } from '../../../platform/text/money.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findAgent, listCatalogItems } from '../../agents/index.ts';
import type { ConversationRow } from '../../inbox/index.ts';
import { createOrder } from '../../orders/index.ts';
import type { Input } from '../runs/run.ts';
import { toAmount } from './card-effects.ts';
import { readNumber } from './parse-answer.ts';
import type { StepOf } from './step.schemas.ts';
import { formatAmount } from './words.ts';

type Config = StepOf<'order'>['config'];

/** Places the order of a step. Throws 400 for an item that is not sold, an invalid quantity or an invalid amount. */
export async function placeOrder(
  work: Work,
  agentId: string,
  conversation: ConversationRow,
  config: Config,
): Promise<Input> {
  const items = [];
  for (const item of config.items) items.push(await toItem(work, agentId, item));
  const fee = toAmount(config.deliveryFee, 'deliveryFee');
  const cents = Math.round(items.reduce((sum, item) => sum + item.quantity * toCents(item.unitPrice), 0));
  const { paymentMethod, address, notes } = config;
  const order = await createOrder(work, {
    aiAgentId: agentId,
    clientName: config.clientName.trim().slice(0, 100) || undefined,
    contactId: conversation.contact_id,
    items,
    total: fromCents(cents + toCents(fee ?? 0)),
    paymentStatus: 'PENDING',
    ...(paymentMethod === undefined ? {} : { paymentMethod }),
    ...(address?.trim() ? { address: address.trim().slice(0, 200) } : {}),
    ...(notes?.trim() ? { notes: notes.trim().slice(0, 500) } : {}),
    ...(fee === null ? {} : { deliveryFee: fee }),
  });
  const agent = await findAgent(work.db, work.workspace.id, agentId);
  const variables = {
    orderId: order.id,
    orderNumber: String(order.number),
    orderTotal: formatAmount(agent?.language ?? work.workspace.language, order.total),
  };
  return { kind: 'done', variables };
}

async function toItem({ db, workspace }: Work, agentId: string, item: Config['items'][number]) {
  const quantity = readNumber(item.quantity);
  if (quantity === null || quantity <= 0 || quantity > 1_000_000) {
    throw invalid('quantity', `"${item.quantity}" is not a quantity`);
  }
  const notes = item.notes?.trim() ? item.notes.trim().slice(0, 500) : null;
  const rounded = Math.round(quantity * 1_000) / 1_000;
  if (item.catalogItem === undefined) {
    const unitPrice = toAmount(item.unitPrice, 'unitPrice');
    const name = (item.name ?? '').trim().slice(0, 150);
    if (unitPrice === null || name === '') throw invalid('items', 'An item needs a name and a price');
    return { name, unitPrice, quantity: rounded, notes, catalogItemId: null };
  }
  const wanted = fold(item.catalogItem.trim());
  const sold = await listCatalogItems(db, workspace.id, agentId);
  const found = sold.find((row) => row.active === 1 && (row.id === item.catalogItem || fold(row.name) === wanted));
  if (!found) throw invalid('catalogItem', `"${item.catalogItem}" is not sold`);
  return {
    name: found.name,
    unitPrice: fromCents(found.price_cents),
    quantity: rounded,
    notes,
    catalogItemId: found.id,
  };
}
