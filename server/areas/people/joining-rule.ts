/** Kinds of addresses: a phone number, ids of the vendor, a user name. */
export type AddressKind = 'phone' | 'bsuid' | 'lid' | 'username';

/** An address of a person. `scope` is the vendor's portfolio that gave out a business-scoped id, else empty. */
export interface PersonAddress {
  kind: AddressKind;
  scope: string;
  value: string;
}

/** A contact with at least one of the named addresses, and all addresses of the contact. */
export interface Candidate {
  contactId: string;
  addresses: PersonAddress[];
}

/**
 * Returns the contacts that are the person named by these addresses of a vendor's event, which include the former
 * addresses of a change. Empty: the person is new. An id always identifies its contact. A number may have a new owner:
 * it identifies its contact unless the contact has another id of the same kind and portfolio.
 */
export function decidePerson(addresses: PersonAddress[], candidates: Candidate[]): string[] {
  const ids = addresses.filter(isId);
  const numbers = addresses.filter(({ kind }) => kind === 'phone');
  const isPerson = ({ addresses: own }: Candidate): boolean =>
    hasAny(own, ids) || (hasAny(own, numbers) && !own.some((address) => ids.some((id) => isOther(address, id))));
  return candidates.filter(isPerson).map(({ contactId }) => contactId);
}

/** A user name is no identifier: the vendor may give it to another person. */
const isId = ({ kind }: PersonAddress): boolean => kind === 'bsuid' || kind === 'lid';

const isSame = (one: PersonAddress, other: PersonAddress): boolean =>
  one.kind === other.kind && one.value === other.value;

const isOther = (one: PersonAddress, id: PersonAddress): boolean =>
  one.kind === id.kind && one.scope === id.scope && one.value !== id.value;

const hasAny = (addresses: PersonAddress[], wanted: PersonAddress[]): boolean =>
  addresses.some((address) => wanted.some((one) => isSame(address, one)));
