import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../../platform/net/network-addresses.ts';

/**
 * Limits of all connections together. A stranger is a connection whose current request has not been authenticated by a
 * key, a session or a signature. Strangers leave the remaining connections to recognised callers.
 */
export const connectionLimits = {
  connections: 500,
  strangers: 200,
  strangersPerAddress: 64,
  strangersBytes: 16 * 1024 * 1024,
  /** Time a stranger has to send a request. */
  strangerPatienceMs: 30_000,
  /** Interval of sweeps; between two, the event loop reads everything that has arrived. */
  sweepEveryMs: 1_000,
};

interface Connection {
  socket: Socket;
  address: string;
  port: number | undefined;
  /** The group that contains it. */
  group: Set<Connection>;
  owner: Connections;
  request: IncomingMessage | null;
  sinceMs: number;
  /** Was a stranger at an earlier sweep, so it had time to authenticate. */
  isSeen: boolean;
  /** Bytes of a stranger's body held in memory. */
  bytes: number;
}

const connectionOf = new WeakMap<Socket, Connection>();

/** Marks the request as authenticated: its connection is no longer a stranger until the next request. */
export const recognise = (request: IncomingMessage): void => {
  const connection = connectionOf.get(request.socket);
  if (connection?.request === request) connection.owner.recognise(connection);
};

/** True when the request was authenticated. */
export const isRecognised = (request: IncomingMessage): boolean => {
  const connection = connectionOf.get(request.socket);
  return connection?.request === request && connection.owner.knows(connection);
};

/** Counts bytes of a body held in memory. May close the connection of the longest-waiting stranger with a body. */
export const holdBytes = (request: IncomingMessage, bytes: number): void => {
  const connection = connectionOf.get(request.socket);
  if (connection?.request === request) connection.owner.hold(connection, bytes);
};

/**
 * The connections of all listeners. Behind a tunnel all callers share one address, so strangers are bounded together:
 * the longest-waiting stranger makes room for a newcomer. A caller with a key or a session is a stranger only while its
 * headers are read, so it gets in under load. A program may open hundreds of connections at once, so the share of
 * strangers is only enforced on those found by two sweeps.
 */
export class Connections {
  /** Each group is ordered by entry. */
  readonly #strangers = new Set<Connection>();
  readonly #known = new Set<Connection>();
  readonly #idle = new Set<Connection>();
  #heldBytes = 0;
  readonly #limits: typeof connectionLimits;
  readonly #sweep: NodeJS.Timeout;

  constructor(limits: typeof connectionLimits) {
    this.#limits = limits;
    this.#sweep = setInterval(() => this.#lookAround(), limits.sweepEveryMs).unref();
  }

  /** Tracks the connections of a server, plain or TLS. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.on('secureConnection', (socket: Socket) => this.#follow(socket));
  }

  /** A request begins: its sender is a stranger again, whatever was authenticated on this connection before. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionOf.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.sinceMs = performance.now();
    connection.isSeen = false;
    this.#move(connection, this.#strangers);
    response.once('close', () => {
      if (connection.request !== request) return;
      connection.request = null;
      this.#move(connection, this.#idle);
    });
  }

  recognise(connection: Connection): void {
    if (connection.group === this.#strangers) this.#move(connection, this.#known);
  }

  knows(connection: Connection): boolean {
    return connection.group === this.#known;
  }

  hold(connection: Connection, bytes: number): void {
    if (connection.group !== this.#strangers) return;
    connection.bytes += bytes;
    this.#heldBytes += bytes;
    for (const stranger of this.#strangers) {
      if (this.#heldBytes <= this.#limits.strangersBytes) return;
      if (stranger.bytes > 0) this.#drop(stranger);
    }
  }

  stop(): void {
    clearInterval(this.#sweep);
  }

  #admit(socket: Socket): void {
    const connection: Connection = {
      socket,
      address: socket.remoteAddress ?? '',
      port: socket.remotePort,
      group: this.#strangers,
      owner: this,
      request: null,
      sinceMs: performance.now(),
      isSeen: false,
      bytes: 0,
    };
    connectionOf.set(socket, connection);
    this.#strangers.add(connection);
    socket.once('close', () => this.#forget(connection));
    this.#makeRoom();
  }

  /**
   * Requests refer to the TLS socket, which does not expose the underlying one; the two are matched by address and
   * port.
   */
  #follow(socket: Socket): void {
    for (const connection of this.#strangers) {
      if (connection.port !== socket.remotePort || connection.address !== socket.remoteAddress) continue;
      connectionOf.set(socket, connection);
      return;
    }
  }

  /** Makes room by closing the oldest stranger above the strangers' share, else the oldest idle connection. */
  #makeRoom(): void {
    const { connections, strangers } = this.#limits;
    if (this.#strangers.size + this.#known.size + this.#idle.size <= connections) return;
    const isCrowded = this.#strangers.size > strangers || this.#idle.size === 0;
    this.#dropFirst(isCrowded ? this.#strangers : this.#idle);
  }

  #lookAround(): void {
    const { strangers, strangersPerAddress, strangerPatienceMs } = this.#limits;
    const seen = [...this.#strangers].filter(({ isSeen }) => isSeen);
    for (const stranger of this.#strangers) stranger.isSeen = true;
    const latestMs = performance.now() - strangerPatienceMs;
    const isSlow = ({ sinceMs, request }: Connection) => sinceMs <= latestMs && !request?.complete;
    for (const stranger of seen) if (isSlow(stranger)) this.#drop(stranger);
    for (const stranger of seen.slice(0, -strangers)) this.#drop(stranger);
    const byAddress = Map.groupBy(seen, ({ address }) => address);
    for (const [address, ofAddress] of byAddress) {
      if (isLoopback(address)) continue;
      for (const stranger of ofAddress.slice(0, -strangersPerAddress)) this.#drop(stranger);
    }
  }

  #dropFirst(group: Set<Connection>): void {
    const [first] = group;
    if (first) this.#drop(first);
  }

  #drop(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    this.#giveBack(connection);
    connection.group.delete(connection);
    connection.request = null;
    connectionOf.delete(connection.socket);
  }

  #move(connection: Connection, group: Set<Connection>): void {
    this.#giveBack(connection);
    connection.group.delete(connection);
    connection.group = group;
    group.add(connection);
  }

  #giveBack(connection: Connection): void {
    this.#heldBytes -= connection.bytes;
    connection.bytes = 0;
  }
}
