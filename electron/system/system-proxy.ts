import type { Session } from 'electron';

/** Proxies may depend on the address; this one is a host that the server connects to. */
const probed = 'https://graph.facebook.com/';
const named = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/**
 * Returns the variable that names the system's proxy to the server; none without a proxy, or where the environment
 * already names one. A proxy that speaks only SOCKS is not used.
 */
export async function systemProxy(
  session: Pick<Session, 'resolveProxy'>,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  if (named.some((name) => env[name])) return {};
  // For example `PROXY 10.0.0.1:3128; DIRECT`.
  const [first = ''] = (await session.resolveProxy(probed)).split(';');
  const [, kind, place] = /^(PROXY|HTTPS) (\S+)$/.exec(first.trim()) ?? [];
  return place === undefined ? {} : { HTTPS_PROXY: `${kind === 'HTTPS' ? 'https' : 'http'}://${place}` };
}
