import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

/** Passed when started at login: the program stays in the tray. */
export const hiddenFlag = '--hidden';

export interface LoginItemParts {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>;
  platform: NodeJS.Platform;
  /** Executable that starts the program: the AppImage itself, not its unpacked folder. */
  program: string;
}

/** Whether the program starts at login. Electron does not support this on Linux, where an autostart file does it. */
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

/** Quoted for both layers of the Desktop Entry Specification: the string, then the command. */
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
