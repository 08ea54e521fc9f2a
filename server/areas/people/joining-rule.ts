/** How people are addressed: a phone number, ids of the vendor, a user name. */
export type AddressKind = 'phone' | 'bsuid' | 'lid' | 'username';

/** An address of a person. `scope` is the vendor's portfolio that gave out a business-scoped id, else empty. */
export interface PersonAddress {
  kind: AddressKind;
  scope: string;
  value: string;
}

/** A contact that has any of the addresses, with all of its own. */
export interface Candidate {
  contactId: string;
  addresses: PersonAddress[];
}

/**
 * Returns the contacts that are the person whom an event of a vendor names by these addresses; none: the person is new. The
 * addresses of before a change belong to the person as well. An id names a person, whatever number it comes with. A number
 * can be given to somebody else: the contact that has it is the person unless it has another id of the same kind and
 * portfolio.
 */
export function decidePerson(addresses: PersonAddress[], candidates: Candidate[]): string[] {
  const ids = addresses.filter(isId);
  const numbers = addresses.filter(({ kind }) => kind === 'phone');
  const isPerson = ({ addresses: own }: Candidate): boolean =>
    hasAny(own, ids) || (hasAny(own, numbers) && !own.some((address) => ids.some((id) => isOther(address, id))));
  return candidates.filter(isPerson).map(({ contactId }) => contactId);
}

/** User names are given to others once they are free, so they name nobody. */
const isId = ({ kind }: PersonAddress): boolean => kind === 'bsuid' || kind === 'lid';

const isSame = (one: PersonAddress, other: PersonAddress): boolean =>
  one.kind === other.kind && one.value === other.value;

const isOther = (one: PersonAddress, id: PersonAddress): boolean =>
  one.kind === id.kind && one.scope === id.scope && one.value !== id.value;

const hasAny = (addresses: PersonAddress[], wanted: PersonAddress[]): boolean =>
  addresses.some((address) => wanted.some((one) => isSame(address, one)));
