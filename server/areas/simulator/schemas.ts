import { z } from 'zod';
import { Enclosed, Notice } from '../channels/contents.schemas.ts';
import { MessageType } from '../channels/schemas.ts';

export const SimulatedPhoneMessage = z
  .object({
    providerMessageId: z.string().describe('Id at the simulated vendor, for replies and reactions.'),
    phone: z.string().describe("The customer's number in E.164."),
    fromCustomer: z.boolean().describe('True from the customer, false from the shop.'),
    type: MessageType,
    content: z.string().nullable().describe('The text, a caption, or the geo URI of a LOCATION; null without words.'),
    mediaUrl: z
      .string()
      .nullable()
      .describe('A signed link to the attachment, valid for about a day; null without one.'),
    template: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Name, language and components of the template as it was sent; null for any other message.'),
    replyTo: z.string().nullable().describe('Provider id of the message replied to; null if it is no reply.'),
    status: z
      .enum(['SENT', 'DELIVERED', 'READ'])
      .describe("How far a message of the shop has come; always SENT for the customer's own."),
    reaction: z.string().nullable().describe("The shop's reaction, an emoji; null without one."),
    agentName: z
      .string()
      .nullable()
      .describe('Name of the AI agent that wrote it, null otherwise. A real phone does not show this.'),
    at: z.string().describe('When it was written, UTC in ISO 8601.'),
  })
  .meta({ id: 'SimulatedPhoneMessage' });

const phone = z.string().min(8).max(40).describe("The customer's number, in any spelling.");

export const Scan = z.strictObject({ qr: z.string().max(500).describe('The text of the code from `GET …/qr`.') });

/** Longest text that a phone sends. */
const longestText = 65_536;

export const CustomerMessage = z.strictObject({
  from: phone,
  name: z.string().trim().max(120).optional().describe("The customer's name, as shown by the vendor."),
  type: MessageType.default('TEXT').describe('What the message carries.'),
  content: z.string().min(1).max(longestText).optional().describe('The text, a caption, or the geo URI of a LOCATION.'),
  notice: Notice.optional().describe('Content without words, such as a missed call.'),
  enclosed: Enclosed.optional().describe('Enclosed data, such as contact cards or a cart.'),
  corrects: z
    .string()
    .max(64)
    .optional()
    .describe('Provider id of a message of this customer that gets this `content`; without one it is taken back.'),
  mediaId: z.string().max(64).optional().describe('From `POST …/media`.'),
  replyTo: z.string().max(64).optional().describe('Provider id of the message replied to.'),
});
export type CustomerMessage = z.output<typeof CustomerMessage>;

export const CustomerReaction = z.strictObject({
  from: phone,
  providerMessageId: z.string().max(64).describe('Provider id of the message that gets the reaction.'),
  emoji: z.string().max(16).describe('Empty removes the reaction.'),
});

export const CustomerRead = z.strictObject({ from: phone });
export const PhoneChange = z.strictObject({ online: z.boolean().describe('Whether the phone is on.') });
