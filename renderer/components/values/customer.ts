import i18next from 'i18next';
import { formatPhone } from './phone.ts';

/** The fields by which the server names a customer; each is null if unknown. */
export interface Named {
  name: string | null;
  phone: string | null;
  /** Without @. */
  username?: string | null;
}

/** Returns the number, or the user name while the number is hidden; null without both. */
export function addressOf({ phone, username = null }: Omit<Named, 'name'>): string | null {
  if (phone !== null) return formatPhone(phone);
  return username === null ? null : `@${username}`;
}

/** Returns the customer's name as every screen shows it: the name, else the address, but never an id of the vendor. */
export const nameOf = (customer: Named): string =>
  customer.name ?? addressOf(customer) ?? i18next.t('shell:hidden.customer');

/** Returns the name that a form suggests: the name, or the user name while the number is hidden; empty for neither. */
export const writtenNameOf = ({ name, phone, username = null }: Named): string =>
  name ?? (phone === null && username !== null ? `@${username}` : '');

/** Returns the line under `nameOf`: the address; null if the name already is the address. */
export const underNameOf = (customer: Named): string | null => (customer.name === null ? null : addressOf(customer));
