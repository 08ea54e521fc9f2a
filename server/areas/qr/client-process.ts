import type { ChildProcess, StartChild } from '../../platform/running/child-process.ts';
import { workerFile } from '../../platform/running/workers.ts';
import { type Handlers, Peer } from './ipc.ts';
import { clientCalls, serverCalls } from './protocol.ts';

const patienceMs = 3_000;

/** What keeps the process on this machine in tests, and lets it trust their certificate. */
const testVariables = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];

/** The client of one channel in a process of its own, so that neither its prints nor its crashes reach the server. */
export class ClientProcess {
  readonly peer: Peer<typeof serverCalls, typeof clientCalls>;
  /** Resolves when the process is gone. */
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

  /** Ends a process that does not answer. */
  kill(): void {
    this.#child.kill();
  }

  /** Lets go of the provider and ends the process; answers when it is gone. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill(), patienceMs);
    await this.peer.ask('close', null).catch(() => {});
    this.#child.disconnect();
    await this.ended;
    clearTimeout(timer);
  }
}
