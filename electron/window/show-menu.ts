import type { ElectronPieces } from '../electron-pieces.ts';
import type { PreferenceFile } from '../preferences.ts';
import type { Computer } from '../system/computer.ts';
import type { Updates } from '../system/updates.ts';
import type { Words } from '../words.ts';
import { type MenuActions, menuTemplate } from './menu.ts';

export interface ShownMenu extends Omit<MenuActions, 'setStartAtLogin' | 'setKeepsAwake' | 'setCloseToTray' | 'quit'> {
  electron: Pick<ElectronPieces, 'app' | 'Menu'>;
  words: Words;
  isMac: boolean;
  computer: Computer;
  preferences: PreferenceFile;
  updates: Updates | null;
}

/** Shows the application menu in the present state; its choices show it anew. */
export function showMenu(shown: ShownMenu): void {
  const { words, isMac, computer, preferences, updates } = shown;
  const { Menu, app } = shown.electron;
  const state = {
    isMac,
    isPackaged: app.isPackaged,
    ...computer.choices,
    closesToTray: preferences.values.closeToTray,
    updates: updates && (updates.isReady ? ('ready' as const) : ('idle' as const)),
  };
  const template = menuTemplate(words, state, {
    ...shown,
    setStartAtLogin: (startsAtLogin) => computer.choose({ startsAtLogin }),
    setKeepsAwake: (keepsAwake) => computer.choose({ keepsAwake }),
    setCloseToTray: (closeToTray) => {
      preferences.change({ closeToTray });
      showMenu(shown);
    },
    quit: () => app.quit(),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
