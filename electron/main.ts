import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import updater from 'electron-updater';
import { Shell } from './shell.ts';
import { programOf } from './system/start-at-login.ts';

// Files written by the shell, such as its log, are private to the user.
process.umask(0o077);
Shell.run(
  {
    app,
    createNotification: (options) => new Notification(options),
    createImage: (path) => nativeImage.createFromPath(path),
    createTray: (icon) => new Tray(icon),
    createWindow: (options) => new BrowserWindow(options),
    defaultSession: () => session.defaultSession,
    dialog,
    ipcMain,
    Menu,
    MessageChannelMain,
    powerMonitor,
    powerSaveBlocker,
    protocol,
    safeStorage,
    screen,
    shell,
    utilityProcess,
  },
  {
    platform: process.platform,
    argv: process.argv,
    env: process.env,
    program: programOf(process.env, process.execPath),
    folder: import.meta.dirname,
    // Replaced by `build/compile.ts`.
    updateFeed: process.env.FRONTDESK_UPDATE_FEED ?? '',
    loadUpdater: () => updater.autoUpdater,
  },
).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  app.exit(1);
});
