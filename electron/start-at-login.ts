import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

/** Started by the system at login, the program stays in the tray. */
export const hiddenFlag = '--hidden';

export interface LoginItemParts {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>;
  platform: NodeJS.Platform;
  /** What starts the program: the AppImage itself, where it is one, and not the folder that it unpacks to. */
  program: string;
}

/** Whether the program starts when the user logs in. Linux has no call for it in Electron: there it is a file. */
export function startsAtLogin({ app, platform }: LoginItemParts): boolean {
  if (platform !== 'linux') return app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin;
  return existsSync(autostartFile(app));
}

export function setStartAtLogin({ app, platform, program }: LoginItemParts, on: boolean): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, args: [hiddenFlag] });
    return;
  }
  const file = autostartFile(app);
  if (on) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, desktopEntry(program));
  } else {
    rmSync(file, { force: true });
  }
}

const autostartFile = (app: Pick<App, 'getPath'>): string =>
  join(app.getPath('appData'), 'autostart', 'frontdesk.desktop');

/** Quoted as the Desktop Entry Specification asks for, in both of its layers: the string's, then the command's. */
const desktopEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Frontdesk',
    `Exec="${program
      .replaceAll(/(["`$\\])/g, '\\$1')
      .replaceAll('\\', '\\\\')
      .replaceAll('%', '%%')}" ${hiddenFlag}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
