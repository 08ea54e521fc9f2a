import type * as electron from 'electron';
import type { AppUpdater } from 'electron-updater';

/** The parts of Electron that the shell uses; tests pass doubles of exactly these. */
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
    | 'setBadgeCount'
    | 'setLoginItemSettings'
    | 'whenReady'
  >;
  createImage: (path: string) => electron.NativeImage;
  createTray: (icon: string) => Pick<electron.Tray, 'on' | 'setContextMenu' | 'setToolTip'>;
  createWindow: (options: electron.BrowserWindowConstructorOptions) => electron.BrowserWindow;
  createNotification: (options: electron.NotificationConstructorOptions) => Pick<electron.Notification, 'on' | 'show'>;
  /** Only called once the app is ready. */
  defaultSession: () => Pick<
    electron.Session,
    'on' | 'resolveProxy' | 'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
  >;
  dialog: Pick<electron.Dialog, 'showMessageBox' | 'showOpenDialog'>;
  ipcMain: Pick<electron.IpcMain, 'handle'>;
  Menu: Pick<typeof electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  MessageChannelMain: new () => electron.MessageChannelMain;
  /** Only used once the app is ready. */
  powerMonitor: Pick<electron.PowerMonitor, 'on'>;
  powerSaveBlocker: Pick<electron.PowerSaveBlocker, 'start' | 'stop'>;
  protocol: Pick<electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>;
  safeStorage: Pick<
    electron.SafeStorage,
    'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
  >;
  screen: Pick<electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  shell: Pick<electron.Shell, 'openExternal' | 'openPath'>;
  utilityProcess: Pick<typeof electron.utilityProcess, 'fork'>;
}

/** The shell's view of its process and installation. */
export interface Surroundings {
  platform: NodeJS.Platform;
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Executable that starts this program (`programOf`). */
  program: string;
  /** Folder of the compiled shell, with `pages/` and `icons/`; the server's folder is next to it. */
  folder: string;
  /** URL of the update feed; empty disables updates. */
  updateFeed: string;
  loadUpdater: () => AppUpdater;
}
