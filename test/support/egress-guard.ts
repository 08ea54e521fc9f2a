import { isIP, Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

const loopback = /^(127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/;
/** Where connections of the running test were refused; what is left here at its end fails it. */
export const left: string[] = [];
const connect = Socket.prototype.connect;

/** Refuses a connection that would leave this machine, and fails the test that tried it. */
function refuse(socket: Socket, target: string): void {
  left.push(target);
  socket.destroy(new Error(`A test tried to reach ${target}`));
}

Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
  // Node hands its normalised arguments on as one array.
  const [options, second] = Array.isArray(args[0]) ? args[0] : args;
  const host: unknown = typeof options === 'object' ? options.host : second;
  if (typeof host === 'string' && isIP(host) !== 0 && !loopback.test(host)) {
    refuse(this, host);
    return this;
  }
  this.once('lookup', (_error, address) => {
    if (address && !loopback.test(address)) refuse(this, address);
  });
  return Reflect.apply(connect, this, args);
} as typeof connect;

afterEach(() => {
  expect(left.splice(0), 'connections that left this machine').toEqual([]);
});
