/**
 * Who can read a feed at its address, as far as the address tells: `onlyHere` this computer alone, `certificate` the local
 * network under the certificate that was made here (a public https address has a name), null whoever can reach it.
 */
export function feedReach(url: string): 'onlyHere' | 'certificate' | null {
  const { protocol, hostname } = new URL(url);
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return 'onlyHere';
  return protocol === 'https:' && /^([\d.]+|\[.+\])$/.test(hostname) ? 'certificate' : null;
}
