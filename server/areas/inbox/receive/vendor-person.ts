import type { VendorPerson } from '../../channels/index.ts';
import type { NamedPerson, PersonAddress } from '../../people/index.ts';

/** Ids of this form are valid in several portfolios. */
const sharedId = /^[A-Z]{2}\.ENT\./;

/** Returns a vendor's person for the rule that joins people. */
export function toNamedPerson({ addresses, previous = [], name, username, portfolio = '' }: VendorPerson): NamedPerson {
  const scoped = ({ kind, value }: (typeof addresses)[number]): PersonAddress => {
    const scope = kind === 'bsuid' && !sharedId.test(value) ? portfolio : '';
    return { kind, value, scope };
  };
  return { addresses: addresses.map(scoped), previous: previous.map(scoped), name, username: username ?? null };
}
