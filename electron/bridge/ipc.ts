import type { BrowserWindow, dialog, IpcMain, IpcMainInvokeEvent, shell } from 'electron';
import { z } from 'zod';
import type { Computer } from '../system/computer.ts';
import { isConsole, type OwnPages } from '../window/guards.ts';
import { channels } from './bridge.ts';

export interface IpcParts {
  ipcMain: Pick<IpcMain, 'handle'>;
  dialog: Pick<typeof dialog, 'showOpenDialog'>;
  opener: Pick<typeof shell, 'openPath'>;
  pages: OwnPages;
  home: string;
  window: () => BrowserWindow | null;
  computer: Pick<Computer, 'choose'>;
  title: string;
}

const Changes = z.strictObject({ startsAtLogin: z.boolean(), keepsAwake: z.boolean() }).partial();

/** Serves the bridge to the console in the main frame of a window, and rejects every other sender. */
export function serveBridge({ ipcMain, dialog, opener, pages, home, window, computer, title }: IpcParts): void {
  const assertOwn = ({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>) => {
    // A destroyed or nested frame is not the console.
    if (senderFrame?.parent !== null || !isConsole(pages, senderFrame.url)) throw new Error('Not for this page');
  };
  ipcMain.handle(channels.chooseFolder, async (event) => {
    assertOwn(event);
    const parent = window();
    const properties = ['openDirectory', 'createDirectory'] as ('openDirectory' | 'createDirectory')[];
    const { filePaths } = await (parent
      ? dialog.showOpenDialog(parent, { title, properties })
      : dialog.showOpenDialog({ title, properties }));
    return filePaths[0] ?? null;
  });
  ipcMain.handle(channels.openDataFolder, async (event) => {
    assertOwn(event);
    await opener.openPath(home);
  });
  ipcMain.handle(channels.chooseForComputer, async (event, changes: unknown) => {
    assertOwn(event);
    return computer.choose(Changes.parse(changes));
  });
}
