import type { PreferenceFile } from '../preferences.ts';
import { type LoginItemParts, setStartAtLogin, startsAtLogin } from './start-at-login.ts';

/** The owner's choices for this computer. */
export interface ComputerChoices {
  startsAtLogin: boolean;
  keepsAwake: boolean;
}

export interface ComputerParts {
  login: LoginItemParts;
  preferences: PreferenceFile;
  keepAwake(on: boolean): void;
  onChange(): void;
}

/** The choices for this computer, offered by the menu and the console. */
export class Computer {
  readonly #parts: ComputerParts;

  constructor(parts: ComputerParts) {
    this.#parts = parts;
    parts.keepAwake(parts.preferences.values.keepsAwake);
  }

  get choices(): ComputerChoices {
    const { login, preferences } = this.#parts;
    return { startsAtLogin: startsAtLogin(login), keepsAwake: preferences.values.keepsAwake };
  }

  /** Applies the given choices and returns all of them. */
  choose(changes: Partial<ComputerChoices>): ComputerChoices {
    const { login, preferences, keepAwake, onChange } = this.#parts;
    if (changes.startsAtLogin !== undefined) setStartAtLogin(login, changes.startsAtLogin);
    if (changes.keepsAwake !== undefined) {
      preferences.change({ keepsAwake: changes.keepsAwake });
      keepAwake(changes.keepsAwake);
    }
    onChange();
    return this.choices;
  }
}
