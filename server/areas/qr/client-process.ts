import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../../platform/workers.ts';
import { type Handlers, Peer } from './ipc.ts';
import { clientCalls, serverCalls } from './protocol.ts';

const patienceMs = 3_000;

/** The client of one channel in a process of its own, so that neither its prints nor its crashes reach the server. */
export class ClientProcess {
  readonly peer: Peer<typeof serverCalls, typeof clientCalls>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  constructor(handlers: Handlers<typeof serverCalls>, isTest: boolean) {
    this.#child = fork(fileURLToPath(workerFile(import.meta.url, 'worker')), [], {
      env: environment(isTest),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#child;
    const pipe = {
      send: (message: object) => void (child.connected && child.send(message, () => {})),
      onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
    };
    this.peer = new Peer(pipe, { own: serverCalls, theirs: clientCalls }, handlers);
    this.ended = new Promise<void>((resolve) => {
      const end = () => {
        this.peer.close('The client process has ended');
        resolve();
      };
      child.once('exit', end).on('error', end);
    });
  }

  /** Lets go of the provider and ends the process; answers when it is gone. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    await this.peer.ask('close', null).catch(() => {});
    if (this.#child.connected) this.#child.disconnect();
    await this.ended;
    clearTimeout(timer);
  }
}

/** Nothing of ours goes along; tests add what keeps the process on this machine and lets it trust their certificate. */
function environment(isTest: boolean): NodeJS.ProcessEnv {
  const names = ['SystemRoot', 'TMPDIR', 'TEMP', 'TMP', ...(isTest ? ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'] : [])];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const electron = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...Object.fromEntries(kept), ...electron };
}
