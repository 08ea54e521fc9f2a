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

/** Where clouds hand out a machine's credentials: no owner's permission opens these. */
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

/** Addresses that carry an IPv4 address inside, which the network would unwrap after our check. */
const tunnelRanges = new Set(['rfc6052', 'rfc6145', '6to4', 'teredo', 'amt']);
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const ipv4Compatible = ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number];

/** `public` may be reached, `never` may not, the rest only when the owner has allowed the host and port. */
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

/** `host:port` of a URL as the allow list spells it; the URL parser has made decimal and other odd addresses plain. */
export const targetOf = (url: URL): string => `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`;

/** The one spelling of an entry: `host:port` or `*`; null when it is neither. */
export function parseAllowEntry(entry: string): string | null {
  const text = entry.trim();
  if (text === '*') return text;
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^/?#@\s:[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  if (!host || Number(port) < 1 || Number(port) > 65_535 || !URL.canParse(`http://${host}/`)) return null;
  return `${new URL(`http://${host}/`).hostname.replace(/\.$/, '')}:${Number(port)}`;
}

const settingsKey = 'outbound_allow';

/** What the owner has allowed in the console or the shell; the environment's entries are not among them. */
export const listOutboundAllowed = async (db: Db): Promise<string[]> =>
  (await readSetting(db, settingsKey, z.array(z.string()))) ?? [];

/** Allows one more `host:port`, or `*` for any; answers the whole list. Throws 400 for what is neither. */
export async function allowOutbound(db: Db, entry: string): Promise<string[]> {
  const parsed = parseAllowEntry(entry);
  if (parsed === null) throw invalid('body.entry', 'must be HOST:PORT, for example 192.168.0.20:8080, or *');
  const entries = [...new Set([...(await listOutboundAllowed(db)), parsed])].sort();
  await saveSetting(db, settingsKey, entries);
  return entries;
}

/** The opposite of `allowOutbound`; answers what is left. */
export async function disallowOutbound(db: Db, entry: string): Promise<string[]> {
  const left = (await listOutboundAllowed(db)).filter((one) => one !== parseAllowEntry(entry));
  await saveSetting(db, settingsKey, left);
  return left;
}
