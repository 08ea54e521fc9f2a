import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './has-body.ts';

/** The key or person that a recognised connection is counted for. */
export interface Holder {
  id: string;
  /** A person at the console, for whom places are kept. */
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
  /** Was a stranger at an earlier sweep, so it had time to authenticate. */
  isSeen: boolean;
  /** Bytes of its body held in memory. */
  bytes: number;
  /** Who was authenticated last; null before. */
  holder: Holder | null;
}

/** Connections of one kind, in the order in which they became it, and the bytes that they hold in memory. */
export class Group extends Set<Connection> {
  heldBytes = 0;

  hold(connection: Connection, bytes: number): void {
    connection.bytes += bytes;
    this.heldBytes += bytes;
  }

  override delete(connection: Connection): boolean {
    this.heldBytes -= connection.bytes;
    connection.bytes = 0;
    return super.delete(connection);
  }

  of(holder: Holder): Connection[] {
    return [...this].filter((one) => one.holder?.id === holder.id);
  }

  /** The connections of the holder that has most of them, oldest first. */
  ofLargest(isMeant: (connection: Connection) => boolean = () => true): Connection[] {
    const byHolder = Map.groupBy([...this].filter(isMeant), ({ holder }) => holder?.id);
    return [...byHolder.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
  }
}

/** True while a part of its request's body is missing. */
export const isUnfinished = ({ request }: Connection): boolean =>
  request !== null && !request.complete && hasBody(request);
