import type { ChildProcess, StartChild } from '../../platform/running/child-process.ts';
import { workerFile } from '../../platform/running/workers.ts';
import { type Handlers, Peer } from './ipc.ts';
import { clientCalls, serverCalls } from './protocol.ts';

const patienceMs = 3_000;

/** Passed in tests: it keeps the process on this machine. */
const testVariables = ['NODE_OPTIONS'];

/** The client of one channel in its own process, so that neither its output nor its crashes reach the server. */
export class ClientProcess {
  readonly peer: Peer<typeof serverCalls, typeof clientCalls>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  constructor(startChild: StartChild, handlers: Handlers<typeof serverCalls>, isTest: boolean) {
    this.#child = startChild(workerFile(import.meta.url, 'qr-client.worker'), isTest ? testVariables : []);
    this.peer = new Peer(this.#child, { own: serverCalls, theirs: clientCalls }, handlers);
    this.ended = new Promise<void>((resolve) => {
      this.#child.onEnd(() => {
        this.peer.close('The client process has ended');
        resolve();
      });
    });
  }

  /** Kills a process that does not respond. */
  kill(): void {
    this.#child.kill();
  }

  /** Closes the connection and ends the process; resolves when it has ended. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill(), patienceMs);
    await this.peer.ask('close', null).catch(() => {});
    this.#child.disconnect();
    await this.ended;
    clearTimeout(timer);
  }
}
