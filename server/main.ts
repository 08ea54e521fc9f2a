import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { LockedError } from './platform/lock.ts';
import { createLog, type Log } from './platform/log.ts';
import { NewerDatabaseError } from './platform/migrate.ts';
import { applyRestore, isRestoreReady } from './platform/restore.ts';

const stopPatienceMs = 10_000;
const restorePollMs = 1_000;

/** The server as a process: starts the app, swaps in a restore that the shell has laid ready, and ends cleanly. */
class Main {
  readonly #config: Config;
  readonly #log: Log;
  #app: App | null = null;
  /** One stop, whoever asks for it: a signal may come while a restore stops the app. */
  #stopping: Promise<void> | null = null;
  #isEnding = false;
  #isRestoring = false;

  constructor(config: Config) {
    this.#config = config;
    this.#log = createLog(config.logLevel);
  }

  async run(): Promise<void> {
    process.on('SIGINT', () => this.#endOnSignal());
    process.on('SIGTERM', () => this.#endOnSignal());
    process.on('uncaughtException', (error) => this.#endAfter(error));
    process.on('unhandledRejection', (error) => this.#endAfter(error));
    try {
      await this.#start();
    } catch (error) {
      return this.#endAfter(error);
    }
    setInterval(() => this.#restoreIfReady().catch((error) => this.#endAfter(error)), restorePollMs).unref();
  }

  async #start(): Promise<void> {
    if (isRestoreReady(this.#config.home)) await applyRestore(this.#config.home);
    const app = await createApp({ config: this.#config, log: this.#log });
    this.#app = app;
    this.#stopping = null;
    const { url } = await app.listen();
    process.stdout.write(`Frontdesk is ready at ${url}\nAPI reference: ${url}/docs\n`);
    app.platform.storage.start().catch((error) => this.#log.error({ err: error }, 'the storage guard did not start'));
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
    if (isExpected(error)) process.stderr.write(`${describe(error, this.#config)}\n`);
    else this.#log.error({ err: error }, 'an error that nobody caught');
    if (!this.#isEnding) this.#end(1);
  }

  async #end(exitCode: number): Promise<void> {
    this.#isEnding = true;
    const stopped = this.#stop().catch((error) => this.#log.error({ err: error }, 'the stop was not clean'));
    await Promise.race([stopped, sleep(stopPatienceMs)]);
    process.exit(exitCode);
  }

  #stop(): Promise<void> {
    this.#stopping ??= this.#app?.stop() ?? Promise.resolve();
    return this.#stopping;
  }
}

const isPortTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';

/** Faults that need no stack: one line says all. */
const isExpected = (error: unknown): boolean =>
  error instanceof LockedError || error instanceof NewerDatabaseError || isPortTaken(error);

function describe(error: unknown, { host, port }: Config): string {
  if (!isPortTaken(error)) return (error as Error).message;
  return `Port ${port} on ${host} is in use: end the other program or set FRONTDESK_PORT`;
}

// What the server writes is the shop's alone.
process.umask(0o077);
try {
  await new Main(readConfig(process.env)).run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
