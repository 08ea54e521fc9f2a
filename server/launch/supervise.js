import { spawn } from 'node:child_process';
import { RestartPolicy } from './restart-policy.js';

/** The server allows itself 10 s to stop. */
const stopPatienceMs = 15_000;
const parentPollMs = 500;
const isWindows = process.platform === 'win32';

/** A program that exits deliberately uses a small code; larger codes indicate a crash on Windows and in Node. */
const smallestCrashCode = 128;

/**
 * Runs a program until it exits by itself or is stopped; resolves to the exit code to end with. A program that was killed
 * or crashed is restarted until the restart policy gives up. SIGINT, SIGTERM and SIGHUP are forwarded once.
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
      // The closed channel tells the program that its supervisor is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // In its own process group, so that Ctrl-C in a terminal reaches it once, through this supervisor. On Windows
      // this would open a window.
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
      process.stderr.write(`Frontdesk crashed too often (${cause}): it is not restarted\n`);
      return this.#end(1);
    }
    process.stderr.write(`Frontdesk crashed (${cause}) and restarts in ${waitMs / 1000} s\n`);
    this.#again = setTimeout(() => this.#start(), waitMs);
  }

  /** @param {NodeJS.Signals} signal */
  #stop(signal) {
    // One Ctrl-C arrives from the terminal and from npm; forwarding a second one would make the server exit at once.
    if (this.#isStopping) return;
    this.#isStopping = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (!child) return this.#end(0);
    // On Windows it received Ctrl-C itself, and `kill` would not let it close anything.
    if (!isWindows) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  }

  /** npm runs scripts in a shell, which dies of a signal without forwarding it. */
  #stopWithParent() {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && this.#stop('SIGTERM'), parentPollMs);
  }
}
