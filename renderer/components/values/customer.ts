import i18next from 'i18next';
import { formatPhone } from './phone.ts';

/** By what an answer of the server names a customer; each is null where it is unknown. */
export interface Named {
  name: string | null;
  phone: string | null;
  /** Without @. */
  username?: string | null;
}

/** The line under a customer's name: the number, or the user name while the number is hidden; null without both. */
export function addressOf({ phone, username = null }: Omit<Named, 'name'>): string | null {
  if (phone !== null) return formatPhone(phone);
  return username === null ? null : `@${username}`;
}

/** What a customer is called everywhere: by name, else by address. An id of the vendor names nobody. */
export const nameOf = (customer: Named): string =>
  customer.name ?? addressOf(customer) ?? i18next.t('shell:hidden.customer');

/** What a form writes as the customer's name: the name, or the user name while the number is hidden; empty for neither. */
export const writtenNameOf = ({ name, phone, username = null }: Named): string =>
  name ?? (phone === null && username !== null ? `@${username}` : '');

/** The line under what a customer is called; null where that is already the address. */
export const underNameOf = (customer: Named): string | null => (customer.name === null ? null : addressOf(customer));
