import type * as electron from 'electron';
import { Shell } from '../../electron/shell.ts';
import type { ProcessDouble } from './electron-double.ts';
import { makeElectron, settle, surroundings } from './make-electron.ts';
import type { WindowDouble } from './window-double.ts';

export const origin = 'http://127.0.0.1:7420';
export const consoleUrl = `${origin}/login#token`;

type Setup = Parameters<typeof surroundings>[0] & {
  prepare?: (made: Awaited<ReturnType<typeof makeElectron>>) => void;
};

/** Starts the shell with a server controlled by the test. */
export async function openShell({ prepare, ...around }: Setup = {}) {
  const electron = await makeElectron();
  prepare?.(electron);
  await Shell.run(electron.pieces, surroundings(around));
  await settle();
  const server = electron.processes[0] as ProcessDouble;
  const ready = () => server.tell({ type: 'ready', url: origin, consoleUrl });
  /** The page signs in with the link and opens its first screen. */
  const signIn = () => {
    const window = electron.windows[0] as WindowDouble;
    window.webContents.url = `${origin}/`;
    window.webContents.emit('did-navigate-in-page', {}, `${origin}/`);
  };
  return { ...electron, server, ready, signIn, window: () => electron.windows[0] as WindowDouble };
}

export function findItem(
  menu: electron.MenuItemConstructorOptions[],
  label: string,
): electron.MenuItemConstructorOptions {
  for (const item of menu) {
    if (item.label === label) return item;
    const inside = Array.isArray(item.submenu) ? item.submenu.find((sub) => sub.label === label) : undefined;
    if (inside) return inside;
  }
  throw new Error(`There is no ${label}`);
}

export const clickItem = (menu: electron.MenuItemConstructorOptions[], label: string): void =>
  (findItem(menu, label).click as unknown as () => void)();
