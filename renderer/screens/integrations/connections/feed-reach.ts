/**
 * Who can read a feed, judged by its URL: `onlyHere` only this computer, `certificate` the local network with the
 * self-signed certificate (a public https URL has a host name), null anyone who reaches it.
 */
export function feedReach(url: string): 'onlyHere' | 'certificate' | null {
  const { protocol, hostname } = new URL(url);
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return 'onlyHere';
  return protocol === 'https:' && /^([\d.]+|\[.+\])$/.test(hostname) ? 'certificate' : null;
}
