import { enableCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';

// The environment, which names the place (`temporary-root.ts`), does not reach every such process.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

/** For processes that tests start (`NODE_OPTIONS=--import=…`): one that tries to leave this machine ends with 97. */
const loopback = /^(127\.|localhost$|::1$)/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
  // Node hands its normalised arguments on as one array.
  const [options, second] = Array.isArray(args[0]) ? args[0] : args;
  const host: unknown = typeof options === 'object' ? options.host : second;
  if (typeof host === 'string' && !loopback.test(host)) process.exit(97);
  return Reflect.apply(connect, this, args);
} as typeof connect;
