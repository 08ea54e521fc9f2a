import { z } from 'zod';
import { canonicalPhone } from '../../platform/text/phones.ts';
import type { Enclosed, SharedCard } from '../channels/index.ts';
import { lenient, Text } from './read-leniently.ts';
import { mayBeEmpty, toAddresses } from './read-person.ts';

/** A contact card in a message. `origin` is `contact_request` if the customer used the vendor's button to share it. */
export const Card = z.object({
  name: lenient(z.object({ formatted_name: Text, first_name: Text, last_name: Text })),
  org: lenient(z.object({ company: Text })),
  phones: lenient(z.array(lenient(z.object({ phone: Text, wa_id: mayBeEmpty, user_id: mayBeEmpty })))),
  emails: lenient(z.array(lenient(z.object({ email: Text })))),
  user_id: mayBeEmpty,
  origin: Text,
});
type Card = z.infer<typeof Card>;

/** Returns the card of a message; null for several cards, and for a card that does not name exactly one number. */
export function readCard([card, ...others]: (Card | undefined)[]): SharedCard | null {
  if (!card || others.length > 0) return null;
  const { user_id: userId, origin } = card;
  const phones = phonesOf(card);
  const numbers = new Map(
    phones.flatMap((entry) => toNumber(entry) ?? []).map((one) => [canonicalPhone(`+${one}`), one]),
  );
  const [number] = numbers.values();
  if (number === undefined || numbers.size > 1) return null;
  const addresses = toAddresses({ number, userId: userId ?? phones.find((entry) => entry.user_id)?.user_id });
  return {
    addresses,
    name: nameOf(card),
    isOwn: origin === undefined ? null : origin === 'contact_request',
  };
}

/** The digits of a number: the vendor's own spelling, else the number if it has a country code. */
const toNumber = ({ phone, wa_id: waId }: { phone?: string | undefined; wa_id?: string | undefined }) =>
  waId ?? (phone?.trim().startsWith('+') ? phone.replaceAll(/\D/g, '') : undefined);

/** A card with all its numbers, for people; none if it shows nothing. */
export function describeCard(card: Card): NonNullable<Enclosed['cards']> {
  const phones = phonesOf(card).flatMap(({ phone, wa_id: waId }) => phone ?? (waId ? `+${waId}` : []));
  const emails = (card.emails ?? []).flatMap((entry) => entry?.email ?? []);
  const name = nameOf(card) ?? '';
  return name === '' && phones.length + emails.length === 0 ? [] : [{ name, phones, emails }];
}

const phonesOf = ({ phones = [] }: Card) => phones.filter((entry) => entry !== undefined);

function nameOf({ name, org }: Card): string | null {
  const { formatted_name: whole, first_name: first, last_name: last } = name ?? {};
  return whole ?? ([first, last].filter(Boolean).join(' ') || org?.company || null);
}
