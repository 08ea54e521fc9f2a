import { z } from 'zod';
import { canonicalPhone } from '../../platform/text/phones.ts';
import type { SharedCard } from '../channels/index.ts';
import { mayBeEmpty, toAddresses } from './read-person.ts';

/** A part of unknown form counts as absent. */
const text = mayBeEmpty.catch(undefined);

/** A contact card in a message. `origin` is `contact_request` if the customer used the vendor's button to share it. */
export const Card = z.object({
  name: z.object({ formatted_name: z.string().optional() }).optional().catch(undefined),
  phones: z
    .array(z.object({ phone: text, wa_id: text, user_id: text }))
    .optional()
    .catch(undefined),
  user_id: text,
  origin: text,
});
type Card = z.infer<typeof Card>;

/** Returns the card of a message; null for several cards, and for a card that does not name exactly one number. */
export function readCard([card, ...others]: Card[]): SharedCard | null {
  if (!card || others.length > 0) return null;
  const { phones = [], user_id: userId, name, origin } = card;
  const numbers = new Map(
    phones.flatMap((entry) => toNumber(entry) ?? []).map((one) => [canonicalPhone(`+${one}`), one]),
  );
  const [number] = numbers.values();
  if (number === undefined || numbers.size > 1) return null;
  const addresses = toAddresses({ number, userId: userId ?? phones.find((entry) => entry.user_id)?.user_id });
  return {
    addresses,
    name: name?.formatted_name ?? null,
    isOwn: origin === undefined ? null : origin === 'contact_request',
  };
}

/** The digits of a number: the vendor's own spelling, else the number if it has a country code. */
const toNumber = ({ phone, wa_id: waId }: { phone?: string | undefined; wa_id?: string | undefined }) =>
  waId ?? (phone?.trim().startsWith('+') ? phone.replaceAll(/\D/g, '') : undefined);

/** A card as text for people. */
export function describeCard({ name, phones }: Card): string {
  const numbers = (phones ?? []).flatMap(({ phone }) => phone ?? []);
  return [name?.formatted_name ?? 'Contact', ...numbers].join(' ');
}
