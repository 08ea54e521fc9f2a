/** What the shell offers to the console in its window, as `window.frontdesk`; in a browser there is no such thing. */
export interface DesktopBridge {
  /** Lets the owner choose a folder of this machine, for backups; null when they think better of it. */
  chooseFolder(): Promise<string | null>;
  /** Shows the data folder in the system's file manager. */
  openDataFolder(): Promise<void>;
}

export const bridgeName = 'frontdesk';

/** The channels behind it, and none but these. */
export const channels = {
  chooseFolder: 'frontdesk:choose-folder',
  openDataFolder: 'frontdesk:open-data-folder',
} as const satisfies Record<keyof DesktopBridge, string>;
