import { z } from 'zod';
import { type InboundMessageEvent, toNotice } from '../channels/index.ts';
import { lenient, Text } from './read-leniently.ts';
import { toIso } from './read-message.ts';
import { mayBeEmpty, type Named, toPerson } from './read-person.ts';

/** A call in a webhook. Some events of a customer's call have no `direction`. */
export const Call = z.object({
  id: z.string().min(1),
  from: mayBeEmpty,
  from_user_id: mayBeEmpty,
  timestamp: Text,
  direction: Text,
  session: lenient(z.object({ sdp: z.string() })),
});

/** The event of a customer's call, which cannot be answered here. Its later events have the same id. */
export function toCall(call: z.infer<typeof Call>, people: Named[], portfolio: string): InboundMessageEvent | null {
  const { id, from: number, from_user_id: userId, timestamp, direction, session } = call;
  const from = direction === 'BUSINESS_INITIATED' ? null : toPerson({ number, userId }, people, portfolio);
  if (from === null) return null;
  const notice = toNotice(session?.sdp.includes('m=video') ? 'videoCall' : 'call');
  return {
    kind: 'message',
    providerEventId: id,
    providerMessageId: id,
    from,
    type: 'TEXT',
    content: null,
    notice,
    media: null,
    replyTo: null,
    at: toIso(timestamp),
  };
}
