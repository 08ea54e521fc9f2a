import { z } from 'zod';

const longestName = 64;
const longestLabel = 63;

/** True if an address has a length that mail servers accept (RFC 5321, 4.5.3.1) and a valid DNS host name. */
function isDeliverable(address: string): boolean {
  const [name = '', host = ''] = address.split('@');
  const isLabel = (label: string) => label.length <= longestLabel && !label.endsWith('-');
  return name.length <= longestName && host.split('.').every(isLabel);
}

/** An e-mail address. */
export const EmailAddress = z.email().refine(isDeliverable, 'must be an e-mail address');

export const isEmail = (text: string): boolean => EmailAddress.safeParse(text).success;
