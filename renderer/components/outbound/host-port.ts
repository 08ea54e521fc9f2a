/** `host:port` of an address, with the port that its scheme stands for. */
export function hostPortOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}
