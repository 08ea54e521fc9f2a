import type { ComputerChoices } from '../system/computer.ts';

/** Offered to the console in the shell's window as `window.frontdesk`; absent in a browser. */
export interface DesktopBridge {
  /** Lets the owner choose a local folder, for backups; null when they cancel. */
  chooseFolder(): Promise<string | null>;
  /** Shows the data folder in the system's file manager. */
  openDataFolder(): Promise<void>;
  /** Returns what the owner has chosen for this computer, after applying `changes`. */
  chooseForComputer(changes: Partial<ComputerChoices>): Promise<ComputerChoices>;
}

export const bridgeName = 'frontdesk';

/** The IPC channels of the bridge; there are no others. */
export const channels = {
  chooseFolder: 'frontdesk:choose-folder',
  openDataFolder: 'frontdesk:open-data-folder',
  chooseForComputer: 'frontdesk:choose-for-computer',
} as const satisfies Record<keyof DesktopBridge, string>;
