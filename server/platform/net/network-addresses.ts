import { isIP, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** True for an address of this machine that no other can reach. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/**
 * The addresses at which other machines of the network reach this one, IPv4 first. Link-local IPv6 is left out: a browser
 * cannot open it.
 */
export function listLanAddresses(interfaces = networkInterfaces()): string[] {
  const found = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address));
  const of = (family: string) => found.filter((one) => one.family === family).map(({ address }) => address);
  return [...new Set([...of('IPv4').sort(), ...of('IPv6').sort()])];
}

/** This machine's name without a domain, in lower case: what `.local` is put behind. */
export const shortHostName = (): string => hostname().split('.')[0]?.toLowerCase() || 'frontdesk';

/** The name under which this machine is found without a name server. */
export const localName = (): string => `${shortHostName()}.local`;

/** `host:port` as it stands in a URL. */
export const hostAndPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

const label = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i;
const longestLabel = 63;

/** True for an IP address without brackets, or a host name: no port, no user, nothing that a URL could not hold. */
export function isHost(text: string): boolean {
  if (isIP(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  return labels.every((one) => label.test(one) && one.length <= longestLabel) && URL.canParse(`http://${text}`);
}
