// Plain JavaScript, like `run-compiled.js`.
import { enableCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';

// Not every such process receives the environment that names this folder (`temporary-root.ts`).
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));

/**
 * Preloaded into processes started by tests (`preload.ts`): a process that connects beyond this machine exits with 97.
 */
const loopback = /^(127\.|localhost$|::1$)/;
const connect = Socket.prototype.connect;

/** @type {any} */ (Socket.prototype).connect = function guarded(/** @type {any[]} */ ...args) {
  // Node passes its normalised arguments as one array.
  const [options, second] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof options === 'object' ? options.host : second;
  if (typeof host === 'string' && !loopback.test(host)) process.exit(97);
  return Reflect.apply(connect, this, args);
};
