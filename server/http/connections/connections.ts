import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../../platform/net/network-addresses.ts';

/**
 * What all connections may hold together. Strangers are those whose present request nobody has vouched for: no key, no
 * session, no signature was found good yet. They leave the rest of the connections to those who are known.
 */
export const connectionLimits = {
  connections: 500,
  strangers: 200,
  strangersPerAddress: 64,
  strangersBytes: 16 * 1024 * 1024,
  /** How long a stranger may take to send a request. */
  strangerPatienceMs: 30_000,
  /** Between two sweeps the event loop reads all that has arrived. */
  sweepEveryMs: 1_000,
};

interface Connection {
  socket: Socket;
  address: string;
  port: number | undefined;
  /** Which of the groups below it stands in. */
  group: Set<Connection>;
  owner: Connections;
  request: IncomingMessage | null;
  sinceMs: number;
  /** Found as a stranger by a sweep: it had time to tell who it is. */
  isSeen: boolean;
  /** Of a stranger's body, kept in memory until it is known whose it is. */
  bytes: number;
}

const connectionOf = new WeakMap<Socket, Connection>();

/** Vouches for whoever sent this request: its connection is no stranger's until the next request. */
export const recognise = (request: IncomingMessage): void => {
  const connection = connectionOf.get(request.socket);
  if (connection?.request === request) connection.owner.recognise(connection);
};

/** True when somebody has vouched for the request. */
export const isRecognised = (request: IncomingMessage): boolean => {
  const connection = connectionOf.get(request.socket);
  return connection?.request === request && connection.owner.knows(connection);
};

/** Counts bytes of a body that are held in memory. It may cost the stranger who has held his the longest his connection. */
export const holdBytes = (request: IncomingMessage, bytes: number): void => {
  const connection = connectionOf.get(request.socket);
  if (connection?.request === request) connection.owner.hold(connection, bytes);
};

/**
 * The connections of all listeners. Behind a tunnel all callers share one address, so what strangers hold is bounded
 * for all of them together: whoever has been a stranger for longest makes room for who comes. A caller with a key or a
 * session is a stranger for as long as its headers are read, which is why it gets in while others crowd the door. A
 * program may open hundreds of connections at once: their share is held against strangers who are found twice.
 */
export class Connections {
  /** Each in the order in which they came into the group. */
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

  /** Counts the connections of a server, plain or TLS. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.on('secureConnection', (socket: Socket) => this.#follow(socket));
  }

  /** A request begins: whoever sends it is a stranger again, whatever was sent on this connection before. */
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

  /** Requests name the TLS socket, which does not tell what it lies on. */
  #follow(socket: Socket): void {
    for (const connection of this.#strangers) {
      if (connection.port !== socket.remotePort || connection.address !== socket.remoteAddress) continue;
      connectionOf.set(socket, connection);
      return;
    }
  }

  /** Closes what can be spared: strangers past their share, the oldest first, then connections that wait for nothing. */
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
