import { isIP, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** True for a loopback address. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/**
 * Returns the addresses at which other machines reach this one, IPv4 first. Link-local IPv6 is omitted: a browser
 * cannot open it.
 */
export function listLanAddresses(interfaces = networkInterfaces()): string[] {
  const found = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address));
  const of = (family: string) => found.filter((one) => one.family === family).map(({ address }) => address);
  return [...new Set([...of('IPv4').sort(), ...of('IPv6').sort()])];
}

/** This machine's host name without its domain, in lower case. */
export const shortHostName = (): string => hostname().split('.')[0]?.toLowerCase() || 'frontdesk';

/** This machine's mDNS name. */
export const localName = (): string => `${shortHostName()}.local`;

/** `host:port` as written in a URL. */
export const hostAndPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

const label = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i;
const longestLabel = 63;

/**
 * True for an IP address without brackets or a host name; false when it contains a port, a user, the zone of an IPv6
 * address, which no URL can hold, or anything else.
 */
export function isHost(text: string): boolean {
  if (isIP(text)) return !text.includes('%');
  const labels = text.replace(/\.$/, '').split('.');
  return labels.every((one) => label.test(one) && one.length <= longestLabel) && URL.canParse(`http://${text}`);
}
