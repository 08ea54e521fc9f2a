/** `host:port` of a URL, with the default port of its scheme; returns an invalid URL unchanged. */
export function hostPortOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}
