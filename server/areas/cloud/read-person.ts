import { z } from 'zod';
import { canonicalPhone } from '../../platform/text/phones.ts';
import type { Address, IdentityEvent, VendorPerson } from '../channels/index.ts';
import { lenient, Text } from './read-leniently.ts';

const longestAddress = 200;

/** A hidden field may be absent, null or an empty text. */
export const mayBeEmpty = Text.transform((text) => (text && text.length <= longestAddress ? text : undefined));

/** A name is no identifier, so an invalid name counts as absent. */
const Profile = z.object({
  name: z
    .string()
    .transform((name) => name.slice(0, 200))
    .optional()
    .catch(undefined),
  username: mayBeEmpty,
});

/** A person as the vendor names them. Number, ids and user name may each be absent. */
export const Named = z.object({
  profile: lenient(Profile),
  wa_id: mayBeEmpty,
  user_id: mayBeEmpty,
  parent_user_id: mayBeEmpty,
});
export type Named = z.infer<typeof Named>;

/** The customer's addresses in a message, an echo or a receipt. */
export interface Naming {
  number?: string | undefined;
  userId?: string | undefined;
  parentId?: string | undefined;
}

/** A notice that a customer changed their number: the new number, and the old and new ids. */
export const System = z.object({
  body: Text,
  type: Text,
  wa_id: mayBeEmpty,
  new_wa_id: mayBeEmpty,
  user_id: mayBeEmpty,
  parent_user_id: mayBeEmpty,
  previous_user_id: mayBeEmpty,
  previous_parent_user_id: mayBeEmpty,
});
export type System = z.infer<typeof System>;

/** Returns a person with everything that the webhook contains about them. Null if it names no person. */
export function toPerson(naming: Naming, people: Named[], portfolio: string): VendorPerson | null {
  const found = people.find(
    ({ wa_id: number, user_id: userId }) =>
      isSameNumber(number, naming.number) || (userId !== undefined && userId === naming.userId),
  );
  const person = found ?? (people.length === 1 && isUnnamed(people[0], naming) ? people[0] : undefined);
  const addresses = toAddresses({
    number: naming.number ?? person?.wa_id,
    userId: naming.userId ?? person?.user_id,
    parentId: naming.parentId ?? person?.parent_user_id,
  });
  if (addresses.length === 0) return null;
  const { name = null, username } = person?.profile ?? {};
  return { addresses, name, username: username?.trim().replace(/^@+/, '') || null, portfolio };
}

/** The vendor may spell a number in two ways within one webhook. */
const isSameNumber = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && canonicalPhone(`+${one}`) === canonicalPhone(`+${other}`);

/** Returns true if no address of the webhook's only person differs from the message's. */
const isUnnamed = (person: Named | undefined, { number, userId }: Naming): boolean =>
  (person?.wa_id === undefined || number === undefined) && (person?.user_id === undefined || userId === undefined);

export const toAddresses = ({ number, userId, parentId }: Naming): Address[] => [
  ...(number !== undefined && /^\+?\d{6,20}$/.test(number)
    ? [{ kind: 'phone' as const, value: `+${number.replace('+', '')}` }]
    : []),
  ...[userId, parentId].flatMap((value) => (value === undefined ? [] : [{ kind: 'bsuid' as const, value }])),
];

/** Returns the event of a changed number. Null for any other system message. */
export function toNotice(
  system: System,
  before: Naming,
  event: { providerEventId: string; at: string },
  portfolio: string,
): IdentityEvent | null {
  const addresses = toAddresses({
    number: system.wa_id ?? system.new_wa_id,
    userId: system.user_id,
    parentId: system.parent_user_id,
  });
  const previous = [
    ...toAddresses(before),
    ...toAddresses({ userId: system.previous_user_id, parentId: system.previous_parent_user_id }),
  ].filter((address) => !addresses.some(({ value }) => value === address.value));
  if (addresses.length === 0 || previous.length === 0) return null;
  return { ...event, kind: 'identity', evidence: 'notice', person: { addresses, previous, name: null, portfolio } };
}
