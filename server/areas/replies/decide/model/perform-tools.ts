import { Temporal } from 'temporal-polyfill';
import type { Work } from '../../../../platform/work/work.ts';
import { bookAppointment } from '../../../appointments/index.ts';
import { captureLead } from '../../../leads/index.ts';
import { createOrder } from '../../../orders/index.ts';
import type { ReplyContext, ToolUse } from '../../reply.ts';
import { priceOrder } from '../proposals/price-order.ts';
import { BookingInput, OrderInput } from '../proposals/proposal.schemas.ts';
import { LeadInput } from './lead.schemas.ts';

const usualMinutes = 60;

/**
 * Performs tool calls in the transaction that stores the reply, so that both take effect or neither. Orders and
 * bookings are the ones confirmed by the customer, who is the contact with that id. Returns the number of the order;
 * null without one. Throws the problems of the areas, such as 409 `slot_taken`.
 */
export async function performTools(
  work: Work,
  context: ReplyContext,
  contactId: string,
  uses: ToolUse[],
): Promise<number | null> {
  let number: number | null = null;
  for (const { tool, input } of uses) {
    if (tool === 'create_lead') await createLead(work, context, contactId, input);
    if (tool === 'create_order') number = await placeOrder(work, context, contactId, input);
    if (tool === 'book_appointment') await book(work, context, contactId, input);
  }
  return number;
}

async function createLead(work: Work, context: ReplyContext, contactId: string, input: unknown): Promise<void> {
  const { name, email, interest } = LeadInput.parse(input);
  await captureLead(work, {
    aiAgentId: context.agent.id,
    contactId,
    name: (name ?? context.contact.name ?? '').slice(0, 100),
    ...(email === undefined ? {} : { email }),
    ...(interest === undefined ? {} : { data: { interest } }),
  });
}

async function placeOrder(work: Work, context: ReplyContext, contactId: string, input: unknown): Promise<number> {
  const order = OrderInput.parse(input);
  const priced = priceOrder(context, order);
  if (!priced) throw new Error('An item of the order was deleted or deactivated');
  const { number } = await createOrder(work, {
    aiAgentId: context.agent.id,
    clientName: order.clientName,
    contactId,
    ...priced,
    paymentStatus: 'PENDING',
    ...(order.address === undefined ? {} : { address: order.address }),
    ...(order.paymentMethod === undefined ? {} : { paymentMethod: order.paymentMethod }),
    ...(order.notes === undefined ? {} : { notes: order.notes }),
  });
  return number;
}

async function book(work: Work, context: ReplyContext, contactId: string, input: unknown): Promise<void> {
  const { serviceId, startTime, clientName } = BookingInput.parse(input);
  const { agent, contact, workspace } = context;
  const service = agent.services.find(({ id }) => id === serviceId);
  if (!service) throw new Error('The service was deleted');
  const name = clientName ?? contact.name;
  const zone = agent.businessHours?.timezone ?? workspace.timezone;
  const start = Temporal.PlainDateTime.from(startTime).toZonedDateTime(zone).toInstant();
  await bookAppointment(work, {
    aiAgentId: agent.id,
    title: service.name,
    startTime: start.toString(),
    endTime: start.add({ minutes: service.durationMinutes ?? usualMinutes }).toString(),
    status: 'PENDING',
    contactId,
    ...(name === null ? {} : { clientName: name }),
  });
}
