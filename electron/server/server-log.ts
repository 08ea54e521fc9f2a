import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const keptLines = 200;
const largestFileBytes = 10_000_000;
const longestLine = 2_000;

/** The server's output: the last lines in memory, all of it in a file that is rotated by size. */
export class ServerLog {
  readonly #file: string;
  #lines: string[] = [];
  #rest = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the last lines, oldest first. */
  get tail(): string[] {
    return this.#rest === '' ? [...this.#lines] : [...this.#lines, this.#rest];
  }

  /** Appends output of the server; lines may arrive in pieces. */
  add(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, longestLine);
    this.#lines = [...this.#lines, ...parts.map((line) => line.slice(0, longestLine))].slice(-keptLines);
    this.#append(text);
  }

  note(line: string): void {
    this.add(`${JSON.stringify({ time: new Date().toISOString(), shell: line })}\n`);
  }

  /** A full disk must not crash the shell. */
  #append(text: string): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      if (existsSync(this.#file) && statSync(this.#file).size > largestFileBytes) {
        renameSync(this.#file, `${this.#file}.1`);
      }
      appendFileSync(this.#file, text, { mode: 0o600 });
    } catch {
      // The last lines remain in memory for the safe-mode page.
    }
  }
}
