import type * as electron from 'electron';
import type { AppUpdater } from 'electron-updater';

/** What the shell uses of Electron, and nothing more: tests hand in doubles of exactly this. */
export interface ElectronPieces {
  app: Pick<
    electron.App,
    | 'getLocale'
    | 'getLoginItemSettings'
    | 'getPath'
    | 'isPackaged'
    | 'on'
    | 'quit'
    | 'requestSingleInstanceLock'
    | 'setAppUserModelId'
    | 'setAsDefaultProtocolClient'
    | 'setLoginItemSettings'
    | 'whenReady'
  >;
  createTray: (icon: string) => Pick<electron.Tray, 'on' | 'setContextMenu' | 'setToolTip'>;
  createWindow: (options: electron.BrowserWindowConstructorOptions) => electron.BrowserWindow;
  createNotification: (options: electron.NotificationConstructorOptions) => Pick<electron.Notification, 'on' | 'show'>;
  /** Asked only once the app is ready. */
  defaultSession: () => Pick<
    electron.Session,
    'on' | 'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
  >;
  dialog: Pick<electron.Dialog, 'showOpenDialog'>;
  ipcMain: Pick<electron.IpcMain, 'handle'>;
  Menu: Pick<typeof electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  MessageChannelMain: new () => electron.MessageChannelMain;
  protocol: Pick<electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>;
  safeStorage: Pick<
    electron.SafeStorage,
    'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
  >;
  screen: Pick<electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  shell: Pick<electron.Shell, 'openExternal' | 'openPath'>;
  utilityProcess: Pick<typeof electron.utilityProcess, 'fork'>;
}

/** What the shell takes from the process that it runs in. */
export interface Surroundings {
  platform: NodeJS.Platform;
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** What starts this program. */
  program: string;
  /** The folder of the compiled shell: `pages/` and `icons/` lie in it, the server's beside it. */
  folder: string;
  /** Where newer versions are looked for; empty: nowhere. */
  updateFeed: string;
  loadUpdater: () => AppUpdater;
}
