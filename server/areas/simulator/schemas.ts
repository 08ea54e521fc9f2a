import { z } from 'zod';
import { MessageType } from '../channels/schemas.ts';

export const SimulatedPhoneMessage = z
  .object({
    providerMessageId: z.string(),
    phone: z.string(),
    fromCustomer: z.boolean(),
    type: MessageType,
    content: z.string().nullable(),
    mediaUrl: z.string().nullable(),
    template: z.record(z.string(), z.unknown()).nullable(),
    replyTo: z.string().nullable().describe('Provider id of the message replied to.'),
    status: z.enum(['SENT', 'DELIVERED', 'READ']),
    reaction: z.string().nullable().describe("The shop's reaction."),
    agentName: z.string().nullable().describe('The AI agent that wrote it. A real phone does not show this.'),
    at: z.string(),
  })
  .meta({ id: 'SimulatedPhoneMessage' });

const phone = z.string().min(8).max(40).describe("The customer's number, in any spelling.");

export const Scan = z.strictObject({ qr: z.string().max(500).describe('The text of the code from `GET …/qr`.') });

export const CustomerMessage = z.strictObject({
  from: phone,
  name: z.string().trim().max(120).optional().describe("The customer's name, as shown by the vendor."),
  type: MessageType.default('TEXT'),
  content: z.string().min(1).max(4_096).optional(),
  mediaId: z.string().max(64).optional().describe('From `POST …/media`.'),
  replyTo: z.string().max(64).optional().describe('Provider id of the message replied to.'),
});

export const CustomerReaction = z.strictObject({
  from: phone,
  providerMessageId: z.string().max(64),
  emoji: z.string().max(16).describe('Empty removes the reaction.'),
});

export const CustomerRead = z.strictObject({ from: phone });
export const PhoneChange = z.strictObject({ online: z.boolean() });
