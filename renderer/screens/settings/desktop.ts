/** API that the desktop shell exposes to its window (`electron/bridge/bridge.ts`). */
interface DesktopBridge {
  chooseFolder(): Promise<string | null>;
  openDataFolder(): Promise<void>;
}

/** Undefined in a browser. */
export const desktop = (): DesktopBridge | undefined => (window as { frontdesk?: DesktopBridge }).frontdesk;
