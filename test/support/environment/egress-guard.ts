import { isIP, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect } from 'vitest';

const loopback = /^(127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/;
/** This machine's own addresses; connections to them do not leave it. */
const own = new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)));
const staysHere = (address: string): boolean => loopback.test(address) || own.has(address);
/** Refused connections of the running test; any left at its end fail it. */
export const left: string[] = [];
/** Runs for each test file of a worker: each guard replaces the previous one rather than wrapping it. */
const unguarded = Symbol.for('frontdesk.unguarded-connect');
const prototype: Socket & { [unguarded]?: Socket['connect'] } = Socket.prototype;
prototype[unguarded] ??= prototype.connect;
const connect = prototype[unguarded];

/** Refuses a connection that would leave this machine, and fails the test. */
function refuse(socket: Socket, target: string): void {
  left.push(target);
  socket.destroy(new Error(`A test tried to reach ${target}`));
}

prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
  // Node passes its normalised arguments as one array.
  const [options, second] = Array.isArray(args[0]) ? args[0] : args;
  const host: unknown = typeof options === 'object' ? options.host : second;
  if (typeof host === 'string' && isIP(host) !== 0 && !staysHere(host)) {
    refuse(this, host);
    return this;
  }
  this.once('lookup', (_error, address) => {
    if (address && !staysHere(address)) refuse(this, address);
  });
  return Reflect.apply(connect, this, args);
} as typeof connect;

afterEach(() => {
  expect(left.splice(0), 'connections that left this machine').toEqual([]);
});
