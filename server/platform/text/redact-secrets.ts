import { redact } from './redact.ts';

const hidden = '[secret]';

/** Names of fields, headers and query parameters whose value lets somebody in. */
const secretName =
  /authori[sz]ation|cookie|secret|token|passphrase|password|credential|signature|api[-_]?key|^(x-)?(auth|key|sig|pass|pwd|code|jwt)$/i;
/** Fields that hold addresses to which programs send; the addresses of pictures, for example, keep their path. */
const addressName = /^(url|uri|href|webhook_?url|endpoint|base_?url)$/i;
/** Headers that say nothing secret. Any other may: programs invent names for their keys. */
const openHeaders = /^(accept(-\w+)*|content-\w+|user-agent|host|date|etag|location|x-request-id|idempotency-key)$/i;
/** A part of a path that was drawn by lot, such as in the webhooks of chat programs. */
const drawn = /^(?=.*\d)(?=.*[a-z])[\w:~.-]{16,}$|^bot\d+:/i;

/**
 * Replaces what lets somebody in somewhere in a value of JSON: values of fields, headers and query parameters with such a
 * name, users and drawn parts of addresses, and what looks like a key. `name` is the field that holds the value.
 */
export function redactSecrets(value: unknown, name = '', isHeader = false): unknown {
  if (typeof value === 'string') {
    if (value === '') return value;
    if (secretName.test(name) || (isHeader && !openHeaders.test(name))) return hidden;
    return addressName.test(name) ? redactAddress(value) : redact(value);
  }
  if (Array.isArray(value)) return value.map((each) => redactSecrets(each, name, isHeader));
  if (typeof value !== 'object' || value === null) return value;
  const inHeaders = /headers$/i.test(name);
  const pair = value as { name?: unknown; value?: unknown };
  // A header or a parameter as a pair of name and value.
  const own = typeof pair.name === 'string' && 'value' in pair ? pair.name : null;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      own !== null && key === 'value'
        ? redactSecrets(each, own, inHeaders)
        : redactSecrets(each, key, inHeaders && own === null),
    ]),
  );
}

/** Replaces the user, the parameters with secret names and the drawn parts of an address. */
export function redactAddress(text: string): string {
  const [address = '', ...parameters] = redact(text).split('?');
  const [, origin = '', path = ''] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(address) ?? [];
  const parts = path.split('/').map((part) => (drawn.test(part) ? hidden : part));
  const query = parameters.join('?').replace(/(?<=^|&)([^&=]+)=([^&#]+)/g, (whole, key: string, value: string) => {
    return drawn.test(value) ? `${key}=${hidden}` : whole;
  });
  return [origin + parts.join('/'), ...(query === '' ? [] : [query])].join('?');
}
