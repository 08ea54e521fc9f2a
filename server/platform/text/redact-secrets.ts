import { redact } from './redact.ts';

const hidden = '[secret]';

/** Names of fields, headers and query parameters that contain credentials. */
const secretName =
  /authori[sz]ation|cookie|secret|token|passphrase|password|credential|signature|api[-_]?key|^(x-)?(auth|key|sig|pass|pwd|code|jwt)$/i;
/** Fields with URLs that programs send to. Other URLs, such as pictures', keep their path. */
const addressName = /^(url|uri|href|webhook_?url|endpoint|base_?url)$/i;
/** Headers that never contain secrets. Any other header may, because programs invent names for their keys. */
const openHeaders = /^(accept(-\w+)*|content-\w+|user-agent|host|date|etag|location|x-request-id|idempotency-key)$/i;
/** A random path segment, as in the webhook URLs of chat programs. */
const drawn = /^(?=.*\d)(?=.*[a-z])[\w:~.-]{16,}$|^bot\d+:/i;

/**
 * Replaces credentials in a JSON value: fields, headers and query parameters named like secrets, users and random path
 * segments in URLs, and texts that look like keys. `name` is the field that contains the value.
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
  // A header or parameter written as a pair of `name` and `value`.
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

/** Replaces users and tokens in the fields of a JSON value that contain URLs, such as `mediaUrl`. Leaves all other fields. */
export function redactUrls(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return /url$/i.test(name) ? redact(value) : value;
  if (Array.isArray(value)) return value.map((each) => redactUrls(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactUrls(each, key)]));
}

/** Replaces a URL's user, parameters named like secrets, and random path segments. */
export function redactAddress(text: string): string {
  const [address = '', ...parameters] = redact(text).split('?');
  const [, origin = '', path = ''] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(address) ?? [];
  const parts = path.split('/').map((part) => (drawn.test(part) ? hidden : part));
  const query = parameters.join('?').replace(/(?<=^|&)([^&=]+)=([^&#]+)/g, (whole, key: string, value: string) => {
    return drawn.test(value) ? `${key}=${hidden}` : whole;
  });
  return [origin + parts.join('/'), ...(query === '' ? [] : [query])].join('?');
}
