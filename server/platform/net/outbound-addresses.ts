import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { invalid } from '../problem.ts';
import { readSetting, saveSetting } from '../settings.ts';

declare module '../database/database.ts' {
  interface Tables {
    settings: { key: string; value: string };
  }
}

/** Cloud metadata services, which hand out a machine's credentials: the owner cannot allow these. */
const metadataHosts = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);
const metadataAddresses = new Set([
  '169.254.169.254', // AWS, Azure, Google, Oracle, DigitalOcean
  '169.254.170.2', // AWS ECS
  '169.254.170.23', // AWS EKS
  '168.63.129.16', // Azure
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS
  'fd20:ce::254', // Google
]);

/** Ranges that embed an IPv4 address, which the network would unwrap after our check. */
const tunnelRanges = new Set(['rfc6052', 'rfc6145', '6to4', 'teredo', 'amt']);
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const ipv4Compatible = ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number];

/** `public` may be reached, `never` may not, `private` only when the owner allowed the host and port. */
export type AddressClass = 'public' | 'private' | 'never';

export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return 'never';
  const address = ipaddr.process(text);
  const range = address.range();
  if (metadataAddresses.has(address.toString()) || tunnelRanges.has(range)) return 'never';
  if (address.kind() === 'ipv4') return range === 'unicast' ? 'public' : 'private';
  const ipv6 = address as ipaddr.IPv6;
  if (range !== 'loopback' && range !== 'unspecified' && ipv6.match(ipv4Compatible)) return 'never';
  return range === 'unicast' && ipv6.match(globalUnicast) ? 'public' : 'private';
}

export const isMetadataHost = (hostname: string): boolean => metadataHosts.has(hostname.replace(/\.$/, ''));

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/**
 * `host:port` of a URL as spelled in the allow list; the URL parser has normalized decimal and other unusual addresses.
 */
export const targetOf = (url: URL): string => `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`;

/** Normalizes an entry to `host:port` or `*`; null when it is neither. */
export function parseAllowEntry(entry: string): string | null {
  const text = entry.trim();
  if (text === '*') return text;
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^/?#@\s:[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  if (!host || Number(port) < 1 || Number(port) > 65_535 || !URL.canParse(`http://${host}/`)) return null;
  return `${new URL(`http://${host}/`).hostname.replace(/\.$/, '')}:${Number(port)}`;
}

const settingsKey = 'outbound_allow';

/** The entries that the owner added in the console or the shell, without those of the environment. */
export const listOutboundAllowed = async (db: Db): Promise<string[]> =>
  (await readSetting(db, settingsKey, z.array(z.string()))) ?? [];

/** Adds `host:port`, or `*` for any, and returns the whole list. Throws 400 for anything else. */
export async function allowOutbound(db: Db, entry: string): Promise<string[]> {
  const parsed = parseAllowEntry(entry);
  if (parsed === null) throw invalid('body.entry', 'must be HOST:PORT, for example 192.168.0.20:8080, or *');
  const entries = [...new Set([...(await listOutboundAllowed(db)), parsed])].sort();
  await saveSetting(db, settingsKey, entries);
  return entries;
}

/** Removes an entry and returns the remaining list. */
export async function disallowOutbound(db: Db, entry: string): Promise<string[]> {
  const left = (await listOutboundAllowed(db)).filter((one) => one !== parseAllowEntry(entry));
  await saveSetting(db, settingsKey, left);
  return left;
}
