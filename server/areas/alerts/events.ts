import { z } from 'zod';
import { defineLogEntry } from '../../platform/work/define-event.ts';
import { Notice } from '../channels/contents.schemas.ts';

export const Alert = z.object({
  key: z.string().describe('The same for an alert that comes twice.'),
  kind: z.enum(['waiting', 'overdue']),
  conversationId: z.string(),
  contact: z.object({
    id: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable().describe('Null while the vendor hides it.'),
    username: z.string().nullable(),
  }),
  /** The customer's last message, shortened; empty when it was not text. */
  text: z.string(),
  /** The notice; null for any other message. */
  notice: Notice.nullable(),
  waitingSince: z.string(),
  assignedToUserId: z.string().nullable().describe('Null: everybody is called.'),
});
export type Alert = z.infer<typeof Alert>;

/** A person of the shop is called to a conversation. */
export const alertRaised = defineLogEntry('alert.raised', Alert);
