import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { areas } from './areas/index.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { SealedKeyError } from './platform/access/secrets.ts';
import { BackupError } from './platform/backup/backup.ts';
import { applyRestore, isRestoreReady } from './platform/backup/restore.ts';
import { DataFolderError } from './platform/database/data-folder-error.ts';
import { LockedError } from './platform/database/lock.ts';
import { MigrationError, NewerDatabaseError } from './platform/database/migrate.ts';
import { createLog, type Log, redact } from './platform/log.ts';
import { shellPort } from './platform/running/child-process.ts';
import { keepMemoryOutOfDumps } from './platform/running/crash-dumps.ts';
import { startWatchdog } from './platform/running/watchdog.ts';
import { handOverKey, serveShell, shellArea } from './serve-shell.ts';
import { ShellLink } from './shell-link.ts';

const stopPatienceMs = 10_000;
const restorePollMs = 1_000;
/** As after an abort: whoever has started the server starts it again, which a small code does not ask for. */
const crashCode = 134;

/**
 * The server as a process: starts the app, swaps in a restore that lies ready, and ends cleanly. Under the desktop shell
 * it waits for the shell to begin, and answers to it.
 */
class Main {
  readonly #config: Config;
  readonly #log: Log;
  readonly #link: ShellLink | null;
  #rootKey: string | null = null;
  #leaveShell: () => void = () => {};
  #leaveWatchdog: () => void = () => {};
  #app: App | null = null;
  /** One stop, whoever asks for it: a signal may come while a restore stops the app. */
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
    // Who supervises it (`server/launch/supervise.js`) is gone: nobody would pass a signal on any more.
    process.on('disconnect', () => {
      if (!this.#isEnding) this.#end(0);
    });
    process.on('uncaughtException', (error) => this.#endAfter(error));
    process.on('unhandledRejection', (error) => this.#endAfter(error));
    try {
      this.#rootKey = (await this.#link?.begun)?.secretKey ?? null;
      await this.#start();
    } catch (error) {
      return this.#endAfter(error);
    }
    setInterval(() => this.#restoreIfReady().catch((error) => this.#endAfter(error)), restorePollMs).unref();
  }

  async #start(): Promise<void> {
    if (isRestoreReady(this.#config.home)) await applyRestore(this.#config.home);
    const link = this.#link;
    const shell = link && { rootKey: this.#rootKey, startChild: link.startChild, areas: [...areas, shellArea(link)] };
    const app = await createApp({ config: this.#config, log: this.#log, ...shell });
    this.#app = app;
    this.#stopping = null;
    // From here on content is handled. What may rightly take long, such as a migration, is behind.
    this.#leaveWatchdog = startWatchdog(app.platform.running.board, this.#config.patienceMs, this.#log);
    const { url } = await app.listen();
    if (link) await this.#joinShell(link, app, url);
    const lines = [`Frontdesk is ready at ${url}`, `API reference: ${url}/docs`];
    // Under the shell the window opens it, and what is printed goes to a log.
    if (!link) lines.splice(1, 0, `Console: ${await app.createLoginLink()}`);
    process.stdout.write(`${lines.join('\n')}\n`);
    app.platform.storage.start().catch((error) => this.#log.error({ err: error }, 'the storage guard did not start'));
  }

  async #joinShell(link: ShellLink, app: App, url: string): Promise<void> {
    // A restore brings its own key: from here on it is the one to start with.
    this.#rootKey = app.platform.secrets.exportKey();
    this.#leaveShell = await serveShell(link, app, url, () => this.#endOnSignal());
    if (!(await link.begun).keepsKey) return;
    handOverKey(link, app.platform).catch((error) => this.#log.error({ err: error }, 'the key stays in its file'));
  }

  async #restoreIfReady(): Promise<void> {
    if (this.#isRestoring || this.#isEnding || !isRestoreReady(this.#config.home)) return;
    this.#isRestoring = true;
    this.#log.info('a restore lies ready: the server stops for it and starts again');
    await this.#stop();
    if (!this.#isEnding) await this.#start();
    this.#isRestoring = false;
  }

  #endOnSignal(): void {
    if (this.#isEnding) process.exit(1);
    this.#end(0);
  }

  /** After an error that nobody caught nothing is certain any more: the data are closed and the process ends. */
  #endAfter(error: unknown): void {
    if (!this.#isEnding) this.#app?.platform.running.noteDeath();
    const line = describe(error, this.#config);
    if (isExpected(error)) process.stderr.write(`${line}\n`);
    else this.#log.error({ err: error }, 'an error that nobody caught');
    this.#link?.send({ type: 'failed', message: redact(line).slice(0, 2_000) });
    if (!this.#isEnding) this.#end(this.#app && !isExpected(error) ? crashCode : 1);
  }

  async #end(exitCode: number): Promise<void> {
    this.#isEnding = true;
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

const isPortTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';

/** Faults that need no stack: one line says all. */
const isExpected = (error: unknown): boolean =>
  error instanceof LockedError ||
  error instanceof NewerDatabaseError ||
  error instanceof MigrationError ||
  error instanceof DataFolderError ||
  error instanceof BackupError ||
  error instanceof SealedKeyError ||
  isPortTaken(error);

function describe(error: unknown, { host, port }: Config): string {
  if (!isPortTaken(error)) return (error as Error).message;
  return `Port ${port} on ${host} is in use: end the other program or set FRONTDESK_PORT`;
}

// What the server writes is the shop's alone.
process.umask(0o077);
keepMemoryOutOfDumps();
try {
  await new Main(readConfig(process.env)).run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
