import type { MenuItemConstructorOptions } from 'electron';
import type { Words } from '../words.ts';

export interface MenuState {
  isMac: boolean;
  /** Only an unpackaged build shows the developer tools. */
  isPackaged: boolean;
  startsAtLogin: boolean;
  keepsAwake: boolean;
  closesToTray: boolean;
  /** Null when updates are disabled. */
  updates: 'idle' | 'ready' | null;
}

export interface MenuActions {
  openDataFolder(): void;
  setStartAtLogin(on: boolean): void;
  setKeepsAwake(on: boolean): void;
  setCloseToTray(on: boolean): void;
  openApiReference(): void;
  checkForUpdates(): void;
  restartToUpdate(): void;
  reload(): void;
  quit(): void;
}

/** Builds the application menu. */
export function menuTemplate(words: Words, state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const { menu } = words;
  const quit = { label: menu.quit, accelerator: 'CmdOrCtrl+Q', click: () => actions.quit() };
  const file: MenuItemConstructorOptions[] = [
    { label: menu.openDataFolder, click: () => actions.openDataFolder() },
    { type: 'separator' },
    checkbox(menu.startAtLogin, state.startsAtLogin, actions.setStartAtLogin),
    checkbox(menu.keepAwake, state.keepsAwake, actions.setKeepsAwake),
    checkbox(menu.closeToTray, state.closesToTray, actions.setCloseToTray),
    { type: 'separator' },
    quit,
  ];
  return [
    ...(state.isMac ? [{ label: 'Frontdesk', submenu: [{ role: 'about', label: menu.about } as const, quit] }] : []),
    { label: menu.file, submenu: file },
    { label: menu.edit, submenu: editItems(words) },
    { label: menu.view, submenu: viewItems(words, state, actions) },
    {
      label: menu.window,
      submenu: [
        { role: 'minimize', label: menu.minimize },
        { role: 'close', label: menu.close },
      ],
    },
    { label: menu.help, submenu: helpItems(words, state, actions) },
  ];
}

const checkbox = (label: string, checked: boolean, set: (on: boolean) => void): MenuItemConstructorOptions => ({
  label,
  type: 'checkbox',
  checked,
  click: () => set(!checked),
});

const editItems = ({ menu }: Words): MenuItemConstructorOptions[] => [
  { role: 'undo', label: menu.undo },
  { role: 'redo', label: menu.redo },
  { type: 'separator' },
  { role: 'cut', label: menu.cut },
  { role: 'copy', label: menu.copy },
  { role: 'paste', label: menu.paste },
  { role: 'selectAll', label: menu.selectAll },
];

const viewItems = ({ menu }: Words, { isPackaged }: MenuState, actions: MenuActions): MenuItemConstructorOptions[] => [
  { label: menu.reload, accelerator: 'CmdOrCtrl+R', click: () => actions.reload() },
  { type: 'separator' },
  { role: 'zoomIn', label: menu.zoomIn },
  { role: 'zoomOut', label: menu.zoomOut },
  { role: 'resetZoom', label: menu.resetZoom },
  { role: 'togglefullscreen', label: menu.fullScreen },
  ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
];

const helpItems = (
  { menu }: Words,
  { isMac, updates }: MenuState,
  actions: MenuActions,
): MenuItemConstructorOptions[] => [
  { label: menu.apiReference, click: () => actions.openApiReference() },
  ...(updates === 'idle' ? [{ label: menu.checkForUpdates, click: () => actions.checkForUpdates() }] : []),
  ...(updates === 'ready' ? [{ label: menu.restartToUpdate, click: () => actions.restartToUpdate() }] : []),
  ...(isMac ? [] : [{ role: 'about', label: menu.about } as const]),
];
