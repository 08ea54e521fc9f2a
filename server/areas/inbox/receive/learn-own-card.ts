import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow, InboundMessageEvent, SharedCard } from '../../channels/index.ts';
import { type ContactRow, findByAddress, identifyPerson } from '../../people/index.ts';
import { toNamedPerson } from './vendor-person.ts';

/** The time in which a request for the number accepts a card that the vendor does not vouch for. */
const requestLastsMs = dayMs;

/**
 * Stores the number of a customer's own card, and returns her contact. By the rule that joins people, this may now be
 * the contact of the number.
 */
export async function learnOwnCard(
  work: Work,
  channel: ChannelRow,
  contact: ContactRow,
  event: InboundMessageEvent,
): Promise<ContactRow> {
  const { card, from, at } = event;
  const ids = from.addresses.filter(({ kind }) => kind !== 'phone');
  if (!card || ids.length === 0 || !isOwnCard(work, channel, contact, event, card)) return contact;
  const number = card.addresses.filter(({ kind }) => kind === 'phone');
  return identifyPerson(work, toNamedPerson({ ...from, addresses: [...ids, ...number] }), { evidence: 'card', at });
}

/**
 * Returns true if a card shows the number of the customer who sent it. The vendor vouches for a card that her phone
 * shared by its button. Anybody can send any card: if the vendor makes no statement, a card counts only as the answer
 * to a request of the last day, while her number is hidden, and never leads to another contact.
 */
function isOwnCard(
  work: Work,
  channel: ChannelRow,
  contact: ContactRow,
  { from, replyTo }: InboundMessageEvent,
  card: SharedCard,
): boolean {
  const named = card.addresses.filter(({ kind }) => kind !== 'phone');
  if (named.some(({ value }) => !from.addresses.some((address) => address.value === value))) return false;
  if (card.isOwn !== null) return card.isOwn;
  if (contact.phone !== null) return false;
  const since = new Date(Date.parse(work.now) - requestLastsMs).toISOString();
  const request = selectRequest(work.db, contact.id, channel.id, since).first();
  if (!request) return false;
  const isAnswer = replyTo !== null && replyTo === request.provider_message_id;
  if (!isAnswer && !isSameName(card.name, from.name)) return false;
  return toNamedPerson({ ...from, addresses: card.addresses }).addresses.every((address) => {
    const owner = findByAddress(work.db, work.workspace.id, address);
    return owner === undefined || owner.id === contact.id;
  });
}

const isSameName = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();

/** The newest message to a contact on a channel that asked for the number and was not refused. */
const selectRequest = prepareQuery((db, contactId: string, channelId: string, since: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select('m.provider_message_id')
    .where('c.contact_id', '=', contactId)
    .where('c.channel_id', '=', channelId)
    .where('m.request', 'is not', null)
    .where('m.status', '!=', 'FAILED')
    .where('m.created_at', '>', since)
    .orderBy('m.seq', 'desc')
    .limit(1),
);
