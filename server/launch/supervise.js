import { spawn } from 'node:child_process';
import { RestartPolicy } from './restart-policy.js';

/** The server gives itself 10 s to stop. */
const stopPatienceMs = 15_000;
const parentPollMs = 500;
const isWindows = process.platform === 'win32';

/** A program that ends by itself chooses a small code. Above it, Windows and Node tell of a crash. */
const smallestCrashCode = 128;

/**
 * Runs a program until it ends by itself or is told to stop, and answers the exit code to end with. One that dies (it was
 * killed, it crashed) is started again by the restart policy, until that gives up. SIGINT, SIGTERM and SIGHUP are passed
 * on, once.
 * @param {string} file
 * @param {string[]} words
 * @returns {Promise<number>}
 */
export function supervise(file, words) {
  return new Promise((resolve) => new Supervisor(file, words, resolve));
}

class Supervisor {
  #file;
  #words;
  #end;
  #policy = new RestartPolicy();
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** @type {NodeJS.Timeout | undefined} */
  #again;
  #isStopping = false;

  /**
   * @param {string} file
   * @param {string[]} words
   * @param {(exitCode: number) => void} end
   */
  constructor(file, words, end) {
    this.#file = file;
    this.#words = words;
    this.#end = end;
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => this.#stop(signal));
    if (process.env.npm_lifecycle_event) this.#stopWithParent();
    this.#start();
  }

  #start() {
    const child = spawn(this.#file, this.#words, {
      // The program sees by the channel's end that nobody looks after it any more.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // In a group of its own: a terminal's Ctrl-C reaches it through here alone, so once. Windows would open a window.
      detached: !isWindows,
    });
    this.#child = child;
    child.once('error', (error) => {
      process.stderr.write(`Frontdesk could not be started: ${error.message}\n`);
      this.#end(1);
    });
    child.once('exit', (code, signal) => {
      this.#child = null;
      if (this.#isStopping) this.#end(code ?? (signal === 'SIGKILL' ? 1 : 0));
      else if (code !== null && code < smallestCrashCode) this.#end(code);
      else this.#startAgain(signal ?? `code ${code}`);
    });
  }

  /** @param {string} cause */
  #startAgain(cause) {
    const waitMs = this.#policy.died();
    if (waitMs === null) {
      process.stderr.write(`Frontdesk died too often (${cause}): it is not started again\n`);
      return this.#end(1);
    }
    process.stderr.write(`Frontdesk died (${cause}) and is started again in ${waitMs / 1000} s\n`);
    this.#again = setTimeout(() => this.#start(), waitMs);
  }

  /** @param {NodeJS.Signals} signal */
  #stop(signal) {
    // One press of Ctrl-C comes from the terminal and from npm; a second one would have the server drop what it does.
    if (this.#isStopping) return;
    this.#isStopping = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (!child) return this.#end(0);
    // Under Windows it has heard of Ctrl-C itself, and `kill` would not let it close anything.
    if (!isWindows) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  }

  /** npm runs scripts in a shell, and that dies of a signal without passing it on. */
  #stopWithParent() {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && this.#stop('SIGTERM'), parentPollMs);
  }
}
