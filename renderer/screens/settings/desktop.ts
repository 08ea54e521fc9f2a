/** The owner's choices for this computer. */
export interface ComputerChoices {
  startsAtLogin: boolean;
  keepsAwake: boolean;
}

/** API that the desktop shell exposes to its window (`electron/bridge/bridge.ts`). */
interface DesktopBridge {
  chooseFolder(): Promise<string | null>;
  openDataFolder(): Promise<void>;
  chooseForComputer(changes: Partial<ComputerChoices>): Promise<ComputerChoices>;
}

/** Undefined in a browser. */
export const desktop = (): DesktopBridge | undefined => (window as { frontdesk?: DesktopBridge }).frontdesk;

/** Applies choices for this computer and returns all of them. Throws in a browser. */
export async function chooseForComputer(changes: Partial<ComputerChoices>): Promise<ComputerChoices> {
  const bridge = desktop();
  if (!bridge) throw new Error('Only the desktop program can do this');
  return bridge.chooseForComputer(changes);
}
