import { Temporal } from 'temporal-polyfill';
import { fill } from '../../../../platform/text/fill.ts';
import type { Language } from '../../../../platform/text/languages.ts';
import { fromCents } from '../../../../platform/text/money.ts';
import { totalCents } from '../../../orders/index.ts';
import type { ReplyContext } from '../../reply.ts';
import { formatMoney } from '../local/format-money.ts';
import { phrases } from '../local/phrases.ts';
import { priceOrder } from './price-order.ts';
import type { Wish } from './proposal.schemas.ts';
import { proposalWords } from './words.ts';

/**
 * What an order or a booking is, in the customer's language and at the prices of now, without the question. Null if an
 * item or the service is not for sale.
 */
export function summarizeWish(context: ReplyContext, wish: Wish, language: Language): string | null {
  return wish.tool === 'create_order'
    ? summarizeOrder(context, wish.input, language)
    : summarizeBooking(context, wish.input, language);
}

type Input<Tool extends Wish['tool']> = Extract<Wish, { tool: Tool }>['input'];

function summarizeOrder(context: ReplyContext, input: Input<'create_order'>, language: Language): string | null {
  const priced = priceOrder(context, input);
  if (!priced) return null;
  const { workspace } = context;
  const say = proposalWords[language];
  const { address, paymentMethod, clientName, notes } = input;
  const lines = priced.items.map((item) => {
    const total = fromCents(totalCents({ items: [item], deliveryFee: null }));
    const line = fill(say.line, {
      quantity: item.quantity.toLocaleString(phrases[language].locale),
      name: item.name,
      price: formatMoney(item.unitPrice, workspace),
      total: formatMoney(total, workspace),
    });
    return item.notes ? `${line} (${item.notes})` : line;
  });
  return [
    say.order,
    ...lines,
    fill(say.total, { total: formatMoney(priced.total, workspace) }),
    ...(address ? [fill(say.address, { address })] : []),
    ...(paymentMethod ? [fill(say.payment, { payment: say.payments[paymentMethod] })] : []),
    ...(clientName ? [fill(say.name, { name: clientName })] : []),
    ...(notes ? [fill(say.notes, { notes })] : []),
  ].join('\n');
}

function summarizeBooking(context: ReplyContext, input: Input<'book_appointment'>, language: Language): string | null {
  const service = context.agent.services.find(({ id }) => id === input.serviceId);
  if (!service) return null;
  const say = proposalWords[language];
  const price = service.price === null ? '' : `: ${formatMoney(service.price, context.workspace)}`;
  return [
    say.booking,
    `• ${service.name}${price}`,
    `• ${sayWhen(input.startTime, language)}`,
    ...(input.clientName ? [fill(say.name, { name: input.clientName })] : []),
  ].join('\n');
}

/** A local time, such as "Tuesday, November 24 at 10:00". */
export function sayWhen(startTime: string, language: Language): string {
  const at = Temporal.PlainDateTime.from(startTime);
  const day = at
    .toPlainDate()
    .toLocaleString(phrases[language].locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return fill(proposalWords[language].at, { day, time: startTime.slice(11) });
}
