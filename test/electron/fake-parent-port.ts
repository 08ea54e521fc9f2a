/*
 * Gives a plain Node process the `process.parentPort` that Electron gives a utility process, over Node's own pipe to the
 * test: `--import` it before the server. As Electron's, it keeps what comes before anybody listens.
 */
import { EventEmitter } from 'node:events';

class ParentPortDouble extends EventEmitter {
  #waiting: unknown[] | null = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (this.#waiting) this.#waiting.push(data);
      else this.emit('message', { data, ports: [] });
    });
    this.once('newListener', () => setImmediate(() => this.#release()));
  }

  postMessage(message: object): void {
    process.send?.(message);
  }

  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const data of waiting) this.emit('message', { data, ports: [] });
  }
}

Object.assign(process, { parentPort: new ParentPortDouble() });
