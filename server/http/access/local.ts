import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../platform/net/network-addresses.ts';

/** Everything reserved for requests from this machine; all else is the same for remote requests. */
export const localGrants = {
  loginLink: 'A one-time link signs the first owner in.',
  linkSession: 'A session that was opened on this machine is accepted.',
  lastingSession: 'The session that it opens outlives a change of the passphrase.',
  guessesOfItsOwn: 'Its guesses are not counted with those of strangers, and are checked first.',
  reference: 'The API document and the reference need no key.',
} as const;

export type LocalGrant = keyof typeof localGrants;

/** Headers that proxies and tunnels add. Neither browsers nor our commands send them. */
const forwarding =
  /^(forwarded|via|cdn-loop|true-client-ip|(x-forwarded|x-original|x-real|x-client|cf|fly|tailscale)-.+)$/;

/**
 * True for a request sent on this machine: over loopback, to a loopback address, not through a proxy. Tunnels connect
 * over loopback too, so any other `Host`, a forwarding header, or HTTP/1.0, which only proxies still use, makes a request
 * remote. No header makes a request local.
 */
export const isLocal = (request: IncomingMessage): boolean =>
  isOverLoopback(request) &&
  isLoopbackHost(hostName(request.headers.host ?? '')) &&
  request.httpVersion !== '1.0' &&
  !Object.keys(request.headers).some((name) => forwarding.test(name));

/** True if the request has this grant. */
export const isGranted = (request: IncomingMessage, _grant: LocalGrant): boolean => isLocal(request);

/** Returns the sender by which strangers are counted: an address, or `tunnel` for all senders behind a tunnel. */
export const senderOf = (request: IncomingMessage): string =>
  isOverLoopback(request) && !isLocal(request) ? 'tunnel' : (request.socket.remoteAddress ?? '');

/** Returns the name or address in a `Host` header, in lower case without brackets; null when it is malformed. */
export function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.exec(host);
  if (!URL.canParse(`http://${host}`)) return null;
  return match?.[1]?.toLowerCase().replace(/^\[|\]$/g, '') ?? null;
}

const isOverLoopback = ({ socket }: IncomingMessage): boolean => isLoopback(socket.remoteAddress ?? '');

/** Rejects names that begin like an address, such as `127.evil.example`. */
const isLoopbackHost = (name: string | null): boolean =>
  name === 'localhost' || (name !== null && isIP(name) !== 0 && isLoopback(name));
