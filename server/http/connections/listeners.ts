import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { minuteMs } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { LanListeners, LanTarget } from '../../platform/net/lan.ts';
import { hostAndPort } from '../../platform/net/network-addresses.ts';
import type { Certificate } from '../../platform/net/tls.ts';
import { Connections, connectionLimits } from './connections.ts';
import { refuseBroken } from './refuse-broken.ts';

/**
 * Idle connections are closed when room is needed, so they may stay long: closing one just as a request arrives would
 * reset that request.
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 10 * minuteMs,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};
const handshakeTimeout = 10_000;
const closePatienceMs = 8_000;
const idleSweepMs = 100;

/**
 * The listening sockets: the main address while the server runs, those of the local network as configured by the owner.
 */
export class Listeners implements LanListeners {
  readonly #handler: RequestListener;
  readonly #log: Log;
  #main: Server | null = null;
  /** Servers by address, port and certificate. */
  readonly #lan = new Map<string, Server | TlsServer>();
  readonly #closing = new Set<Promise<void>>();
  readonly #connections: Connections;

  /** `isExpected` recognises webhook requests by their path, before the signature is checked. */
  constructor(
    handler: RequestListener,
    log: Log,
    {
      limits = connectionLimits,
      isExpected = () => false,
    }: { limits?: typeof connectionLimits; isExpected?: (request: IncomingMessage) => boolean } = {},
  ) {
    this.#connections = new Connections(limits, isExpected);
    this.#handler = (request, response) => {
      this.#connections.begin(request, response);
      handler(request, response);
    };
    this.#log = log;
  }

  /** Serves plain http at the main address and returns its port; port 0 picks a free one. */
  async listen(host: string, port: number): Promise<number> {
    const server = createServer(timeouts);
    await this.#serve(server, host, port);
    this.#main = server;
    return (server.address() as AddressInfo).port;
  }

  async serve(target: LanTarget | null): Promise<{ open: string[]; fault: string | null }> {
    const { addresses = [], port = 0, certificate = null } = target ?? {};
    const wanted = new Map(addresses.map((address) => [keyOf(address, port, certificate), address]));
    for (const [key, server] of this.#lan) {
      if (wanted.has(key)) continue;
      this.#lan.delete(key);
      this.#close(server);
    }
    let fault: string | null = null;
    const open: string[] = [];
    for (const [key, address] of wanted) {
      try {
        await this.#open(key, address, port, certificate);
        open.push(address);
      } catch (error) {
        this.#log.warn({ err: error }, 'an address of this machine is not served');
        fault ??= describe(error as NodeJS.ErrnoException, address, port);
      }
    }
    return { open, fault };
  }

  /** Stops accepting connections; resolves when running requests have finished. */
  async close(): Promise<void> {
    if (this.#main) this.#close(this.#main);
    for (const server of this.#lan.values()) this.#close(server);
    this.#lan.clear();
    await Promise.all(this.#closing);
    this.#connections.stop();
  }

  async #open(key: string, address: string, port: number, certificate: Certificate | null): Promise<void> {
    if (this.#lan.has(key)) return;
    const server = certificate
      ? createTlsServer({ ...timeouts, handshakeTimeout, key: certificate.key, cert: certificate.cert })
      : createServer(timeouts);
    await this.#serve(server, address, port);
    this.#lan.set(key, server);
  }

  async #serve(server: Server | TlsServer, host: string, port: number): Promise<void> {
    this.#connections.watch(server);
    server.on('request', this.#handler);
    // `100 Continue` is sent by the code that reads the body, or replaced by a refusal (see `inviteBody`).
    server.on('checkContinue', this.#handler);
    server.on('clientError', refuseBroken);
    await listenOn(server, host, port);
  }

  /** Not awaited: the request that closes a port may have arrived through it. */
  #close(server: Server | TlsServer): void {
    const closed: Promise<void> = closeServer(server).finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}

/** A new certificate means a new server: clients of the old one reconnect. */
const keyOf = (address: string, port: number, certificate: Certificate | null): string =>
  `${hostAndPort(address, port)} ${certificate?.fingerprint ?? 'http'}`;

function describe(error: NodeJS.ErrnoException, address: string, port: number): string {
  const place = hostAndPort(address, port);
  return error.code === 'EADDRINUSE'
    ? `Another program uses ${place}: end it, or set FRONTDESK_PORT`
    : `The address ${place} cannot be opened (${error.code ?? error.message})`;
}

function listenOn(server: Server | TlsServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Lets running requests finish; idle keep-alive connections, which would delay the close, are cut. */
function closeServer(server: Server | TlsServer): Promise<void> {
  return new Promise((resolve) => {
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    const force = setTimeout(() => server.closeAllConnections(), closePatienceMs);
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
