import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './has-body.ts';

/** The key or person whose limits a recognised connection counts towards. */
export interface Holder {
  id: string;
  /** True for a person at the console: some places are reserved for people. */
  isPerson: boolean;
}

/** A connection; `Connections` moves it from group to group. */
export interface Connection {
  socket: Socket;
  address: string;
  port: number | undefined;
  /** The group that contains it. */
  group: Group;
  request: IncomingMessage | null;
  sinceMs: number;
  /** Bytes that the socket had received before the request. */
  bytesBefore: number;
  /** Was a stranger in an earlier sweep, so it had time to authenticate. */
  isSeen: boolean;
  /** Bytes of its body held in memory. */
  bytes: number;
  /** Bytes of its unfinished upload on the disk. */
  uploadBytes: number;
  /** The last authenticated caller; null before authentication. */
  holder: Holder | null;
}

/** Connections of one kind, in the order in which they joined, and the bytes that they hold in memory. */
export class Group extends Set<Connection> {
  heldBytes = 0;

  hold(connection: Connection, bytes: number): void {
    connection.bytes += bytes;
    this.heldBytes += bytes;
  }

  override delete(connection: Connection): boolean {
    this.heldBytes -= connection.bytes;
    connection.bytes = 0;
    connection.uploadBytes = 0;
    return super.delete(connection);
  }

  get oldest(): Connection | undefined {
    return this.values().next().value;
  }

  of(holder: Holder): Connection[] {
    return [...this].filter((one) => one.holder?.id === holder.id);
  }

  /** Returns the connections of the holder with the most, oldest first. */
  ofLargest(isMeant: (connection: Connection) => boolean = () => true): Connection[] {
    const byHolder = Map.groupBy([...this].filter(isMeant), ({ holder }) => holder?.id);
    return [...byHolder.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
  }
}

/** True until its request's body has arrived completely. */
export const isUnfinished = ({ request }: Connection): boolean =>
  request !== null && !request.complete && hasBody(request);
