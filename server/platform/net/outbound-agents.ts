import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Config, ProxySettings } from '../../config.ts';
import { minuteMs } from '../durations.ts';
import { trustSystemCertificates } from './system-certificates.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /**
     * True for a URL on a host that is fixed in our code, whoever wrote the URL. Only such hosts are reached through a
     * proxy: behind it the address cannot be checked.
     */
    fixedHost: (url: URL, config: Config) => boolean;
  }
}

export const connectTimeoutMs = 5_000;
/** A connection is renewed, and its address checked again, after this long. */
const connectionLifeMs = minuteMs;
const connectionsPerOrigin = 64;

/** Loaded with the first request: most starts need none. */
export const loadUndici = async () => (await import('undici')).default;

/** The pools of connections: one whose addresses are checked, and one through the proxy, for fixed hosts only. */
export class OutboundAgents {
  readonly #connect: buildConnector.connector;
  readonly #proxy: ProxySettings | null;
  readonly #isFixedHost: (url: URL) => boolean;
  #agent: Promise<Agent> | null = null;
  #proxyAgent: Promise<EnvHttpProxyAgent> | null = null;

  /** `connect` checks the address of a connection. */
  constructor(connect: buildConnector.connector, proxy: ProxySettings | null, isFixedHost: (url: URL) => boolean) {
    this.#connect = connect;
    this.#proxy = proxy;
    this.#isFixedHost = isFixedHost;
  }

  find(url: URL): Promise<Dispatcher> {
    if (this.#proxy !== null && this.#isFixedHost(url)) {
      this.#proxyAgent ??= this.#openProxyAgent(this.#proxy);
      return this.#proxyAgent;
    }
    this.#agent ??= this.#openAgent();
    return this.#agent;
  }

  /** True if there is a proxy, and it is not used for this URL. */
  leavesOutProxy(url: URL): boolean {
    return this.#proxy !== null && !this.#isFixedHost(url);
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
    await (await this.#proxyAgent)?.destroy();
  }

  async #openAgent(): Promise<Agent> {
    const { Agent } = await loadUndici();
    trustSystemCertificates();
    return new Agent(this.#options());
  }

  async #openProxyAgent({ http, https, none }: ProxySettings): Promise<EnvHttpProxyAgent> {
    const { EnvHttpProxyAgent } = await loadUndici();
    trustSystemCertificates();
    return new EnvHttpProxyAgent({
      // For the hosts that are reached without it.
      ...this.#options(),
      httpProxy: http ?? '',
      httpsProxy: https ?? '',
      noProxy: none,
      connectTimeout: connectTimeoutMs,
      // Also for http, so that the proxy is only asked for connections.
      proxyTunnel: true,
    });
  }

  #options(): Agent.Options {
    return {
      connect: this.#connect,
      connections: connectionsPerOrigin,
      clientTtl: connectionLifeMs,
      allowH2: false,
      // The total timeout of each request covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }
}
