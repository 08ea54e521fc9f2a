import { join } from 'node:path';
import type { MessageChannelMain, UtilityProcess, utilityProcess } from 'electron';
import { compileCache, nodeOptions } from '../../server/launch/node-options.js';
import type { RestartPolicy } from '../../server/launch/restart-policy.js';
import {
  type ChildProgram,
  childVariables,
  type MessageOf,
  type ShellAlert,
  type ShellBackup,
  type ShellStatus,
  ToServer,
  ToShell,
} from '../../server/shell-protocol.ts';
import { type KeyKeeper, KeyUnreadableError } from './key-keeper.ts';
import type { ServerLog } from './server-log.ts';

const stopPatienceMs = 12_000;
const linkPatienceMs = 5_000;
const listPatienceMs = 30_000;

export interface ServerProcessParts {
  fork: (typeof utilityProcess)['fork'];
  MessageChannelMain: new () => MessageChannelMain;
  /** Returns the path of a compiled server program. */
  fileOf: (name: 'main' | ChildProgram) => string;
  env: Record<string, string>;
  /** Further variables, found anew at each start: a laptop changes networks. */
  findEnv: () => Promise<Record<string, string>>;
  keeper: Pick<KeyKeeper, 'isAvailable' | 'read' | 'store'>;
  log: ServerLog;
  policy: RestartPolicy;
}

/** Why the server does not run: its own message, or an unreadable key. */
export type Failure = { kind: 'stopped'; message: string | null } | { kind: 'key' };

export interface ServerEvents {
  onReady(consoleUrl: string): void;
  onStatus(status: ShellStatus): void;
  onAlert(alert: ShellAlert): void;
  /** The server crashed and will be restarted. */
  onDown(): void;
  /** The server crashed too often: only the owner can restart it. */
  onGaveUp(failure: Failure): void;
  /** The operating system cannot protect the key. */
  onNoKeyStore(): void;
}

/**
 * Runs the server in its own process: starts it, handles its messages, restarts it after crashes and stops it
 * gracefully.
 */
export class ServerProcess {
  readonly #parts: ServerProcessParts;
  readonly #events: ServerEvents;
  readonly #links = new Map<string, (url: string | null) => void>();
  readonly #programs = new Map<string, UtilityProcess>();
  #child: UtilityProcess | null = null;
  #again: NodeJS.Timeout | null = null;
  #lastFailure: string | null = null;
  #isStopping = false;
  /** Started to restore a backup, and not ready yet. */
  #isRestoring = false;
  #nextLink = 0;

  constructor(parts: ServerProcessParts, events: ServerEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  /**
   * Starts the server, initially or when the owner retries after it was given up; `restore` names a backup that it
   * restores first.
   */
  async start(task: { restore?: string } = {}): Promise<void> {
    this.#parts.policy.reset();
    await this.#start(task);
  }

  /** Returns the backups that may be restored, newest first. Runs while the server does not; none if that fails. */
  listBackups(): Promise<ShellBackup[]> {
    const child = this.#fork();
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill(), listPatienceMs);
      let found: ShellBackup[] = [];
      child.on('message', (message: unknown) => {
        const { data } = ToShell.safeParse(message);
        if (data?.type !== 'backups') return;
        found = data.backups;
        child.kill();
      });
      child.once('spawn', () => child.postMessage(ToServer.parse({ type: 'list-backups' })));
      child.once('exit', () => {
        clearTimeout(timer);
        resolve(found);
      });
    });
  }

  /** Reports a sleep of the computer. */
  noteWake(sleptAt: Date): void {
    this.#send({ type: 'woke', sleptAt: sleptAt.toISOString() });
  }

  setSendingPaused(paused: boolean): void {
    this.#send({ type: 'pause-sending', paused });
  }

  /** Requests a one-time login link; null when the server does not respond. */
  createLoginLink(): Promise<string | null> {
    if (!this.#child) return Promise.resolve(null);
    this.#nextLink += 1;
    const requestId = `link-${this.#nextLink}`;
    return new Promise((resolve) => {
      const settle = (url: string | null) => {
        clearTimeout(timer);
        this.#links.delete(requestId);
        resolve(url);
      };
      const timer = setTimeout(() => settle(null), linkPatienceMs);
      this.#links.set(requestId, settle);
      this.#send({ type: 'login-link', requestId });
    });
  }

  /** Stops the server gracefully and kills it after a timeout. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#again) clearTimeout(this.#again);
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const timer = setTimeout(() => child.kill(), stopPatienceMs);
    this.#send({ type: 'stop' });
    await gone;
    clearTimeout(timer);
  }

  async #start(task: { restore?: string } = {}): Promise<void> {
    const key = await this.#readKey('restore' in task);
    const found = await this.#parts.findEnv().catch(() => ({}));
    if (key === null || this.#isStopping) return;
    const child = this.#fork(found);
    this.#child = child;
    this.#lastFailure = null;
    this.#isRestoring = 'restore' in task;
    child.on('message', (message: unknown) => this.#receive(message));
    child.once('spawn', () => this.#send({ type: 'start', ...key, ...task }));
    child.once('exit', (code) => this.#ended(child, code));
  }

  #fork(found: Record<string, string> = {}): UtilityProcess {
    const { fork, fileOf, env, log } = this.#parts;
    const child = fork(fileOf('main'), [], {
      env: { ...env, ...found },
      execArgv: nodeOptions,
      stdio: 'pipe',
      serviceName: 'Frontdesk server',
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => log.add(chunk.toString('utf8')));
    return child;
  }

  /**
   * Returns the key for the start message; null when it exists but is unreadable, and the server must not start. A
   * restore needs none, since a backup contains its own.
   */
  async #readKey(isRestore: boolean): Promise<Pick<MessageOf<ToServer, 'start'>, 'secretKey' | 'keepsKey'> | null> {
    const { keeper, log } = this.#parts;
    try {
      const secretKey = await keeper.read();
      const keepsKey = await keeper.isAvailable();
      if (!keepsKey) this.#events.onNoKeyStore();
      return { secretKey, keepsKey };
    } catch (error) {
      if (!(error instanceof KeyUnreadableError)) throw error;
      if (isRestore) return { secretKey: null, keepsKey: await keeper.isAvailable() };
      log.note(`the key could not be read: ${error.message}`);
      this.#events.onGaveUp({ kind: 'key' });
      return null;
    }
  }

  #send(message: ToServer): void {
    this.#child?.postMessage(ToServer.parse(message));
  }

  #receive(message: unknown): void {
    const { data } = ToShell.safeParse(message);
    switch (data?.type) {
      case undefined:
        this.#parts.log.note('the server sent an unknown message');
        break;
      case 'ready':
        this.#isRestoring = false;
        this.#events.onReady(data.consoleUrl);
        break;
      case 'status': {
        const { channels, sendingPaused, waiting } = data;
        this.#events.onStatus({ channels, sendingPaused, waiting });
        break;
      }
      case 'alert':
        this.#events.onAlert(data);
        break;
      case 'login-link':
        this.#links.get(data.requestId)?.(data.url);
        break;
      case 'store-key':
        this.#storeKey(data.secretKey);
        break;
      case 'start-child':
        this.#startProgram(data.requestId, data.program);
        break;
      case 'stop-child':
        this.#programs.get(data.requestId)?.kill();
        break;
      case 'backups':
        break;
      case 'failed':
        this.#lastFailure = data.message;
    }
  }

  /** If storing fails, the key stays in the server's file, and the next start retries. */
  #storeKey(secretKey: string): void {
    this.#parts.keeper.store(secretKey).then(
      () => this.#send({ type: 'key-stored' }),
      (error: Error) => this.#parts.log.note(`the key was not stored: ${error.message}`),
    );
  }

  /**
   * Starts a program for the server: with the run-as-Node fuse off, only the main process can start processes. The two
   * communicate over their own channel; only `childVariables` of our environment are passed on.
   */
  #startProgram(requestId: string, program: ChildProgram): void {
    const { fork, fileOf, env, MessageChannelMain } = this.#parts;
    const server = this.#child;
    const { port1, port2 } = new MessageChannelMain();
    const child = fork(fileOf(program), [], {
      env: childEnv(env),
      stdio: 'ignore',
      serviceName: `Frontdesk ${program}`,
    });
    this.#programs.set(requestId, child);
    child.once('spawn', () => child.postMessage({ type: 'port' }, [port2]));
    child.once('exit', () => {
      this.#programs.delete(requestId);
      if (server === this.#child) this.#send({ type: 'child-ended', requestId });
    });
    server?.postMessage(ToServer.parse({ type: 'child-started', requestId }), [port1]);
  }

  #ended(child: UtilityProcess, code: number): void {
    if (child !== this.#child) return;
    this.#child = null;
    for (const settle of [...this.#links.values()]) settle(null);
    for (const program of this.#programs.values()) program.kill();
    if (this.#isStopping) return;
    this.#parts.log.note(`the server ended with ${code}`);
    const hasSaidWhy = this.#lastFailure !== null;
    const delayMs = this.#parts.policy.died({ hasSaidWhy });
    // Without the restore, the server would fail for its old reason.
    if (delayMs === null || (this.#isRestoring && hasSaidWhy)) {
      this.#events.onGaveUp({ kind: 'stopped', message: this.#lastFailure });
      return;
    }
    this.#events.onDown();
    this.#again = setTimeout(() => {
      this.#again = null;
      this.#start().catch((error: Error) => this.#parts.log.note(`the server was not started: ${error.message}`));
    }, delayMs);
  }
}

/** Returns the environment of the server: the shell's, with the data folder and a folder for compiled code. */
export function serverEnv(env: NodeJS.ProcessEnv, userData: string, home: string): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(given), ...compileCache(join(userData, 'compile-cache')), FRONTDESK_HOME: home };
}

const childEnv = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(childVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
