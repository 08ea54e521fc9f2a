import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../../platform/net/network-addresses.ts';
import { Problem } from '../../platform/problem.ts';
import { senderOf } from '../access/local.ts';
import { type Connection, Group, type Holder, isUnfinished } from './connection.ts';

const mebibyte = 1024 * 1024;

/**
 * Limits of all connections. A stranger is a connection whose current request has not been authenticated by a key, a
 * session or a signature. Strangers leave the remaining connections to recognised callers.
 */
export const connectionLimits = {
  connections: 500,
  /** Connections out of these that are reserved for people at the console. */
  keptForPeople: 100,
  strangers: { connections: 200, ofOneSender: 64, bytes: 16 * mebibyte },
  /** Strangers whose path contains an id that only expected senders know, such as a vendor's webhook. */
  expected: { connections: 50, ofOneSender: 50, bytes: 16 * mebibyte },
  /** Per key and per person. */
  holder: { unfinishedBodies: 100, bytes: 64 * mebibyte },
  /** Bytes of unfinished uploads on the disk, per key or per person. */
  uploads: { ofKey: 1_024 * mebibyte, ofPerson: 4_096 * mebibyte },
  /** Time a stranger has to send a request. */
  strangerPatienceMs: 30_000,
  /** The lowest average speed of a recognised caller's body after `afterMs`. */
  slowestBody: { afterMs: 60_000, bytesPerSecond: 1_024 },
  /** Interval of sweeps; between two, the event loop reads everything that has arrived. */
  sweepEveryMs: 1_000,
};

const ownerOf = new WeakMap<Socket, { connection: Connection; connections: Connections }>();

/**
 * Marks the request as authenticated: its connection counts towards the holder's limits until the next request. Throws
 * 429 if the holder has too many unfinished bodies.
 */
export const recognise = (request: IncomingMessage, holder: Holder): void => {
  const { connection, connections } = ownerOf.get(request.socket) ?? {};
  if (connection?.request === request) connections?.recognise(connection, holder);
};

/** True when the request was authenticated. */
export const isRecognised = (request: IncomingMessage): boolean => {
  const { connection, connections } = ownerOf.get(request.socket) ?? {};
  return connection?.request === request && connections?.knows(connection) === true;
};

/**
 * Counts bytes of a body held in memory. May close the connection of the longest-waiting stranger with a body. Throws 429
 * if a recognised caller holds too many bytes.
 */
export const holdBytes = (request: IncomingMessage, bytes: number): void => {
  const { connection, connections } = ownerOf.get(request.socket) ?? {};
  if (connection?.request === request) connections?.hold(connection, bytes);
};

/**
 * Counts bytes of an unfinished upload on the disk until the response, or until `releaseUpload`. Throws 429 if the
 * caller's unfinished uploads take too much.
 */
export const holdUpload = (request: IncomingMessage, bytes: number): void => {
  const { connection, connections } = ownerOf.get(request.socket) ?? {};
  if (connection?.request === request) connections?.holdUpload(connection, bytes);
};

/** Called when an upload was refused or cut off and its files are removed. */
export const releaseUpload = (request: IncomingMessage): void => {
  const { connection } = ownerOf.get(request.socket) ?? {};
  if (connection?.request === request) connection.uploadBytes = 0;
};

/**
 * The connections of all listeners. Behind a tunnel all callers share one address, so strangers are bounded together:
 * the longest-waiting stranger makes room for a newcomer. A caller with a key or a session is a stranger only while its
 * headers are read, so it gets in under load. A program may open hundreds of connections at once, so the share of
 * strangers is only enforced on those found by two sweeps. When all places are taken, the holder with the most loses one.
 */
export class Connections {
  readonly #strangers = new Group();
  readonly #expected = new Group();
  readonly #known = new Group();
  readonly #idle = new Group();
  readonly #limits: typeof connectionLimits;
  readonly #isExpected: (request: IncomingMessage) => boolean;
  readonly #sweep: NodeJS.Timeout;

  constructor(limits: typeof connectionLimits, isExpected: (request: IncomingMessage) => boolean) {
    this.#limits = limits;
    this.#isExpected = isExpected;
    this.#sweep = setInterval(() => this.#lookAround(), limits.sweepEveryMs).unref();
  }

  /** Tracks the connections of a server, plain or TLS. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.on('secureConnection', (socket: Socket) => this.#follow(socket));
  }

  /** A request begins: its sender is a stranger again, whatever was authenticated on this connection before. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { connection } = ownerOf.get(request.socket) ?? {};
    if (!connection) return;
    connection.request = request;
    connection.sinceMs = performance.now();
    connection.bytesBefore = request.socket.bytesRead;
    connection.isSeen = false;
    this.#move(connection, this.#isExpected(request) ? this.#expected : this.#strangers);
    response.once('close', () => {
      if (connection.request !== request) return;
      connection.request = null;
      this.#move(connection, this.#idle);
    });
  }

  recognise(connection: Connection, holder: Holder): void {
    if (connection.group === this.#known) return;
    const { unfinishedBodies } = this.#limits.holder;
    if (isUnfinished(connection) && this.#known.of(holder).filter(isUnfinished).length >= unfinishedBodies) {
      throw tooMuch(`At most ${unfinishedBodies} requests of one caller may have an unfinished body`);
    }
    connection.holder = holder;
    this.#move(connection, this.#known);
  }

  knows(connection: Connection): boolean {
    return connection.group === this.#known;
  }

  hold(connection: Connection, bytes: number): void {
    const { group, holder } = connection;
    group.hold(connection, bytes);
    if (group === this.#known && holder) {
      const most = this.#limits.holder.bytes;
      const held = group.of(holder).reduce((sum, one) => sum + one.bytes, 0);
      if (held > most) throw tooMuch(`The unfinished bodies of one caller may have ${most} bytes together`);
      return;
    }
    const most = this.#limits[group === this.#expected ? 'expected' : 'strangers'].bytes;
    for (const stranger of group) {
      if (group.heldBytes <= most) return;
      if (stranger.bytes > 0) this.#drop(stranger);
    }
  }

  holdUpload(connection: Connection, bytes: number): void {
    const { holder } = connection;
    connection.uploadBytes += bytes;
    if (!holder) return;
    const { ofKey, ofPerson } = this.#limits.uploads;
    const most = holder.isPerson ? ofPerson : ofKey;
    const held = this.#known.of(holder).reduce((sum, one) => sum + one.uploadBytes, 0);
    if (held > most) throw tooMuch(`The unfinished uploads of one caller may have ${most} bytes together`);
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
      request: null,
      sinceMs: performance.now(),
      bytesBefore: 0,
      isSeen: false,
      bytes: 0,
      uploadBytes: 0,
      holder: null,
    };
    ownerOf.set(socket, { connection, connections: this });
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
      ownerOf.set(socket, { connection, connections: this });
      return;
    }
  }

  #makeRoom(): void {
    const groups = [this.#strangers, this.#expected, this.#known, this.#idle];
    if (groups.reduce((sum, { size }) => sum + size, 0) <= this.#limits.connections) return;
    const surplus = this.#findSurplus();
    if (surplus) this.#drop(surplus);
  }

  /**
   * Returns the oldest stranger or expected one above the share of its group, else the oldest idle connection of the
   * holder with the most, else that holder's newest. People lose none while they hold no more than their reserved places;
   * as a last resort, the oldest expected sender or stranger goes.
   */
  #findSurplus(): Connection | undefined {
    const { keptForPeople, strangers, expected } = this.#limits;
    if (this.#strangers.size > strangers.connections) return this.#strangers.oldest;
    if (this.#expected.size > expected.connections) return this.#expected.oldest;
    const [idle] = this.#idle.ofLargest();
    if (idle) return idle;
    const people = [...this.#known].filter(({ holder }) => holder?.isPerson).length;
    const known = this.#known.ofLargest(({ holder }) => !holder?.isPerson || people > keptForPeople).at(-1);
    return known ?? this.#expected.oldest ?? this.#strangers.oldest;
  }

  #lookAround(): void {
    this.#endSlowBodies();
    this.#endStrangers(this.#strangers, this.#limits.strangers);
    this.#endStrangers(this.#expected, this.#limits.expected);
  }

  #endStrangers(group: Group, most: { connections: number; ofOneSender: number }): void {
    const seen = [...group].filter(({ isSeen }) => isSeen);
    for (const stranger of group) stranger.isSeen = true;
    const latestMs = performance.now() - this.#limits.strangerPatienceMs;
    const isSlow = ({ sinceMs, request }: Connection) => sinceMs <= latestMs && !request?.complete;
    for (const stranger of seen) if (isSlow(stranger)) this.#drop(stranger);
    for (const stranger of seen.slice(0, -most.connections)) this.#drop(stranger);
    const bySender = Map.groupBy(seen, ({ address, request }) => (request ? senderOf(request) : address));
    for (const [sender, ofSender] of bySender) {
      if (isLoopback(sender)) continue;
      for (const stranger of ofSender.slice(0, -most.ofOneSender)) this.#drop(stranger);
    }
  }

  #endSlowBodies(): void {
    const { afterMs, bytesPerSecond } = this.#limits.slowestBody;
    for (const connection of this.#known) {
      const elapsedMs = performance.now() - connection.sinceMs;
      if (elapsedMs < afterMs || !isUnfinished(connection)) continue;
      const received = (connection.request?.socket.bytesRead ?? 0) - connection.bytesBefore;
      if (received < (elapsedMs / 1_000) * bytesPerSecond) this.#drop(connection);
    }
  }

  #drop(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    connection.group.delete(connection);
    connection.request = null;
    ownerOf.delete(connection.socket);
  }

  #move(connection: Connection, group: Group): void {
    connection.group.delete(connection);
    connection.group = group;
    group.add(connection);
  }
}

const tooMuch = (detail: string): Problem => new Problem('rate_limited', detail, { headers: { 'Retry-After': '5' } });
