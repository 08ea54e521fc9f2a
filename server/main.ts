import './platform/text/schema-faults.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { areas } from './areas/index.ts';
import { type Config, readConfig } from './config.ts';
import { OwnerError } from './owner-error.ts';
import { applyRestore, undoRestore } from './platform/backup/apply-restore.ts';
import {
  countStart,
  discountStart,
  forgetRestore,
  isRestoreReady,
  isRestoreUnproven,
} from './platform/backup/restore-state.ts';
import { listShellBackups, stageShellRestore } from './platform/backup/shell-backups.ts';
import { LockedError } from './platform/database/lock.ts';
import { createLog, type Log } from './platform/log.ts';
import { shellPort } from './platform/running/child-process.ts';
import { keepMemoryOutOfDumps } from './platform/running/crash-dumps.ts';
import { startWatchdog } from './platform/running/watchdog.ts';
import { redact } from './platform/text/redact.ts';
import { handOverKey, serveShell, shellArea } from './serve-shell.ts';
import { ShellLink } from './shell-link.ts';

const stopPatienceMs = 10_000;
const restorePollMs = 1_000;
/** Starts with restored data that may end without an error, for example in a power cut. */
const mostStarts = 2;
/** Exit code of an abort: the supervisor restarts the server, which it does not for a small code. */
const crashCode = 134;

/**
 * The server process: starts the app, applies staged restores and ends cleanly. Under the desktop shell it waits for
 * the shell's start message and serves its requests.
 */
class Main {
  readonly #config: Config;
  readonly #log: Log;
  readonly #link: ShellLink | null;
  #rootKey: string | null = null;
  /** True if the shell stores the key. */
  #isKeyKept = false;
  #leaveShell: () => void = () => {};
  #leaveWatchdog: () => void = () => {};
  #app: App | null = null;
  /** Shared by all callers: a signal may arrive while a restore stops the app. */
  #stopping: Promise<void> | null = null;
  #isEnding = false;
  #isRestoring = false;

  constructor(config: Config) {
    this.#config = config;
    this.#log = createLog(config.logLevel);
    const port = shellPort(process);
    this.#link = port && new ShellLink(port, this.#log);
  }

  async run(): Promise<void> {
    process.on('SIGINT', () => this.#endOnSignal());
    process.on('SIGTERM', () => this.#endOnSignal());
    // The supervisor (`server/launch/supervise.js`) is gone, and nobody would forward a signal.
    process.on('disconnect', () => {
      if (!this.#isEnding) this.#end(0);
    });
    process.on('uncaughtException', (error) => this.#endAfter(error));
    process.on('unhandledRejection', (error) => this.#endAfter(error));
    try {
      if (this.#link) await this.#beginUnderShell(this.#link);
      await this.#start();
    } catch (error) {
      return this.#endAfter(error);
    }
    setInterval(() => this.#restoreIfReady().catch((error) => this.#endAfter(error)), restorePollMs).unref();
  }

  /** Does what the shell asks for before the start. */
  async #beginUnderShell(link: ShellLink): Promise<void> {
    const { home } = this.#config;
    const begun = await link.begun;
    if (begun.type === 'list-backups') {
      link.send({ type: 'backups', backups: await listShellBackups(home) });
      // The shell ends this process: an exit could lose the message.
      return new Promise(() => {});
    }
    this.#rootKey = begun.secretKey;
    this.#isKeyKept = begun.keepsKey;
    if (begun.restore !== undefined) await stageShellRestore(home, begun.restore, new Date().toISOString());
  }

  async #start(): Promise<void> {
    const { home } = this.#config;
    if (isRestoreReady(home)) await applyRestore(home).catch((error) => this.#takeBack(error));
    if (!isRestoreUnproven(home)) return this.#startNow();
    try {
      // A server that dies while starting records no error, so the third start undoes the restore.
      if ((await countStart(home)) >= mostStarts) throw new Error('the server ended each time while it started');
      await this.#startNow();
    } catch (error) {
      // The stop is the cause, and not the data.
      if (this.#isEnding) return;
      await this.#stop().catch((cause) => this.#log.error({ err: cause }, 'the stop was not clean'));
      await this.#takeBack(error);
      return this.#startNow();
    }
    // Another restore may have been staged since.
    if (isRestoreUnproven(home)) await forgetRestore(home);
  }

  /** Undoes a restore unless the error has another cause: a running server or a port in use. */
  async #takeBack(error: unknown): Promise<void> {
    if (error instanceof LockedError || isAboutPort(error)) {
      await discountStart(this.#config.home);
      throw error;
    }
    const reason = redact((error as Error).message)
      .replaceAll(/\s+/g, ' ')
      .slice(0, 500);
    await undoRestore(this.#config.home, reason, new Date().toISOString());
    this.#log.error({ err: error }, 'the restored data could not be used');
    process.stderr.write(`The backup was not restored, and the data from before are back: ${reason}\n`);
  }

  async #startNow(): Promise<void> {
    const link = this.#link;
    const shell = link && { rootKey: this.#rootKey, startChild: link.startChild, areas: [...areas, shellArea(link)] };
    const app = await createApp({ config: this.#config, log: this.#log, ...shell });
    this.#app = app;
    this.#stopping = null;
    // Content is handled from here on; slow startup work such as migrations is done.
    this.#leaveWatchdog = startWatchdog(app.platform.running.board, this.#config.patienceMs, this.#log);
    const { url } = await app.listen();
    if (link) await this.#joinShell(link, app, url);
    const lines = [`Frontdesk is ready at ${url}`, `API reference: ${url}/docs`];
    const { port } = this.#config;
    if (port !== 0 && Number(new URL(url).port) !== port) lines.unshift(`Another program uses port ${port}`);
    // Under the shell the window opens the console, and stdout goes to a log.
    if (!link) lines.splice(-1, 0, `Console: ${await app.createLoginLink()}`);
    process.stdout.write(`${lines.join('\n')}\n`);
    app.platform.storage.start().catch((error) => this.#log.error({ err: error }, 'the storage guard did not start'));
  }

  async #joinShell(link: ShellLink, app: App, url: string): Promise<void> {
    // A restore brings its own key, which later starts must use.
    this.#rootKey = app.platform.secrets.exportKey();
    this.#leaveShell = await serveShell(link, app, url, () => this.#endOnSignal());
    if (!this.#isKeyKept) return;
    handOverKey(link, app.platform).catch((error) => this.#log.error({ err: error }, 'the key stays in its file'));
  }

  async #restoreIfReady(): Promise<void> {
    if (this.#isRestoring || this.#isEnding || !isRestoreReady(this.#config.home)) return;
    this.#isRestoring = true;
    this.#log.info('a restore is staged: the server restarts to apply it');
    await this.#stop();
    if (!this.#isEnding) await this.#start();
    this.#isRestoring = false;
  }

  #endOnSignal(): void {
    if (this.#isEnding) process.exit(1);
    this.#end(0);
  }

  /** After an uncaught error the state is unknown: the data are closed and the process ends. */
  #endAfter(error: unknown): void {
    if (!this.#isEnding) this.#app?.platform.running.noteDeath();
    const line = describe(error, this.#config);
    if (isExpected(error)) process.stderr.write(`${line}\n`);
    else this.#log.error({ err: error }, 'uncaught error');
    this.#link?.send({ type: 'failed', message: redact(line).slice(0, 2_000) });
    if (!this.#isEnding) this.#end(this.#app && !isExpected(error) ? crashCode : 1);
  }

  async #end(exitCode: number): Promise<void> {
    this.#isEnding = true;
    // A stop on request says nothing about the data of a start that it interrupts.
    if (exitCode === 0) await discountStart(this.#config.home);
    const stopped = this.#stop().catch((error) => this.#log.error({ err: error }, 'the stop was not clean'));
    await Promise.race([stopped, sleep(stopPatienceMs)]);
    process.exit(exitCode);
  }

  #stop(): Promise<void> {
    this.#leaveShell();
    this.#leaveWatchdog();
    this.#stopping ??= this.#app?.stop() ?? Promise.resolve();
    return this.#stopping;
  }
}

const isAboutPort = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.syscall === 'listen';

/** Errors shown as one line without a stack trace. */
const isExpected = (error: unknown): boolean => error instanceof OwnerError || isAboutPort(error);

function describe(error: unknown, { host, port }: Config): string {
  if (!isAboutPort(error)) return (error as Error).message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: end the other program or set FRONTDESK_PORT to another port`;
  return `Port ${port} on ${host} cannot be opened (${code}): set FRONTDESK_PORT or FRONTDESK_HOST`;
}

// Files written by the server are private to the user.
process.umask(0o077);
await keepMemoryOutOfDumps();
try {
  await new Main(readConfig(process.env)).run();
} catch (error) {
  if (!(error instanceof OwnerError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
