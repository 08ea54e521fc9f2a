import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';

/** Passed when started at login: the program stays in the tray. */
const hiddenFlag = '--hidden';

export interface LoginItemParts {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>;
  platform: NodeJS.Platform;
  /** Executable that starts the program (`programOf`). */
  program: string;
}

/**
 * Returns the executable to start the program with. An AppImage and the portable build of Windows run from a copy that
 * they unpack into a temporary folder; they name their own file in the environment.
 */
export const programOf = (env: NodeJS.ProcessEnv, execPath: string): string =>
  env.PORTABLE_EXECUTABLE_FILE || env.APPIMAGE || execPath;

/** Whether the program starts at login. Electron does not support this on Linux, where an autostart file does it. */
export function startsAtLogin(login: LoginItemParts): boolean {
  if (login.platform !== 'linux') return login.app.getLoginItemSettings(loginItem(login)).openAtLogin;
  return existsSync(autostartFile(login.app));
}

/** True if the program was started at login and stays in the tray. macOS passes no arguments. */
export const wasStartedAtLogin = ({
  app,
  platform,
  argv,
}: Pick<LoginItemParts, 'app' | 'platform'> & { argv: readonly string[] }): boolean =>
  argv.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin === true);

export function setStartAtLogin(login: LoginItemParts, on: boolean): void {
  const { app, platform, program } = login;
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, ...loginItem(login) });
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

/** The entry at login. Windows stores path and arguments as one command line, so the path is quoted. */
const loginItem = ({ platform, program }: LoginItemParts) => ({
  args: [hiddenFlag],
  ...(platform === 'win32' ? { path: `"${program}"` } : {}),
});

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
