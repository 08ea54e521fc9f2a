import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });
export type Bounds = z.infer<typeof Bounds>;

const Preferences = z.object({
  /** Bounds of the window when not maximized. */
  bounds: Bounds.nullable().catch(null).default(null),
  isMaximized: z.boolean().catch(false).default(false),
  closeToTray: z.boolean().catch(true).default(true),
  /** The computer does not fall asleep while the program runs. */
  keepsAwake: z.boolean().catch(false).default(false),
  /** The owner was notified that the program keeps running in the tray. */
  knowsTray: z.boolean().catch(false).default(false),
  /** The owner was notified that this computer has no password store. */
  knowsKeyFile: z.boolean().catch(false).default(false),
});
export type Preferences = z.infer<typeof Preferences>;

/** The shell's preferences on this machine. Unreadable values fall back to their defaults. */
export class PreferenceFile {
  readonly #file: string;
  #values: Preferences;

  constructor(file: string) {
    this.#file = file;
    this.#values = read(file);
  }

  get values(): Readonly<Preferences> {
    return this.#values;
  }

  change(changes: Partial<Preferences>): void {
    this.#values = { ...this.#values, ...changes };
    try {
      writeFileSync(`${this.#file}.part`, JSON.stringify(this.#values), { mode: 0o600 });
      renameSync(`${this.#file}.part`, this.#file);
    } catch {
      // Losing the window position is not worth an error.
    }
  }
}

function read(file: string): Preferences {
  try {
    return Preferences.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return Preferences.parse({});
  }
}
