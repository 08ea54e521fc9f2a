import { fill } from '../../../../platform/text/fill.ts';
import type { ReplyContext } from '../../reply.ts';
import { formatMoney } from '../local/format-money.ts';
import { priceOrder } from './price-order.ts';
import type { Proposal } from './proposal.schemas.ts';
import { sayWhen } from './summarize-wish.ts';
import { proposalWords } from './words.ts';

/** Says that an order was placed or an appointment booked. `number` is the order's; a mere trial has none. */
export function sayDone(context: ReplyContext, { tool, input, language }: Proposal, number: number | null): string {
  const say = proposalWords[language];
  if (tool === 'create_order') {
    const total = formatMoney(priceOrder(context, input)?.total ?? 0, context.workspace);
    return fill(say.ordered, { number: number ?? '…', total: fill(say.total, { total }) });
  }
  const service = context.agent.services.find(({ id }) => id === input.serviceId)?.name ?? '';
  return fill(say.booked, { service, when: sayWhen(input.startTime, language) });
}
