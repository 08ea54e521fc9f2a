import { z } from 'zod';
import { Language } from '../../../../platform/text/languages.ts';
import { PaymentMethod } from '../../../orders/schemas.ts';

const Short = z.string().trim().min(1).max(200);

export const OrderInput = z.strictObject({
  items: z
    .array(
      z.strictObject({ itemId: Short, quantity: z.number().gt(0).max(1_000), notes: z.string().max(300).optional() }),
    )
    .min(1)
    .max(30),
  clientName: Short.max(100).optional(),
  address: Short.optional(),
  // Without its name: a reference to it would puzzle language models, which get this schema.
  paymentMethod: z.enum(PaymentMethod.options).optional(),
  notes: z.string().max(500).optional(),
});
export const BookingInput = z.strictObject({
  serviceId: Short,
  startTime: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be local time as 2026-11-21T14:30'),
  clientName: Short.max(100).optional(),
});

const summary = {
  language: Language.describe('In which the customer was asked.'),
  summary: z.string().max(4_096).describe('What the customer was told; a yes counts while it is still true.'),
  until: z.iso.datetime().describe('From then on a yes is not one to this.'),
};

/** What a model wants done, which waits for the customer's yes to the program's summary. */
export const Proposal = z
  .discriminatedUnion('tool', [
    z.strictObject({ tool: z.literal('create_order'), input: OrderInput, ...summary }),
    z.strictObject({ tool: z.literal('book_appointment'), input: BookingInput, ...summary }),
  ])
  .meta({ id: 'ReplyProposal' });
export type Proposal = z.output<typeof Proposal>;

/** A proposal that was not yet told. */
export type Wish =
  | Pick<Extract<Proposal, { tool: 'create_order' }>, 'tool' | 'input'>
  | Pick<Extract<Proposal, { tool: 'book_appointment' }>, 'tool' | 'input'>;
