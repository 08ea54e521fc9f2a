/** What the desktop shell offers its own window (`electron/bridge.ts`). */
interface DesktopBridge {
  chooseFolder(): Promise<string | null>;
  openDataFolder(): Promise<void>;
}

/** Undefined in a browser. */
export const desktop = (): DesktopBridge | undefined => (window as { frontdesk?: DesktopBridge }).frontdesk;
