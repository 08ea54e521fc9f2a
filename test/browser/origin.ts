/**
 * The origin of a page. Browsers trust `here`, the shop's own computer; they withhold many features from `network`,
 * another device over plain http.
 */
export type Origin = 'here' | 'network';

/** `BROWSER_ORIGIN=network` opens all pages from the network, except in tests that need a trusted page. */
export const usualOrigin: Origin = process.env.BROWSER_ORIGIN === 'network' ? 'network' : 'here';

const here = '127.0.0.1';
const network = '192.168.77.7';

/** Maps the host to this machine, so nothing is sent to the network. */
export const originFlags = [`--host-resolver-rules=MAP ${network} ${here}`];

/** Returns the address that the browser opens for a page of this machine. */
export const seenFrom = (origin: Origin, url: string): string =>
  origin === 'network' ? url.replace(`//${here}:`, `//${network}:`) : url;
