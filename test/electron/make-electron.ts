import { EventEmitter } from 'node:events';
import type * as electron from 'electron';
import type { ElectronPieces, Surroundings } from '../../electron/electron-pieces.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { AppDouble, ChannelDouble, NoticeDouble, ProcessDouble, TrayDouble } from './electron-double.ts';
import { KeyStoreDouble, SessionDouble } from './session-double.ts';
import { WindowDouble } from './window-double.ts';

const display = (id: number, workArea: electron.Rectangle): electron.Display => ({ id, workArea }) as electron.Display;

/** All doubles together, with their recorded effects. */
export async function makeElectron() {
  const app = new AppDouble();
  app.userData = await temporaryFolder();
  const made = {
    app,
    processes: [] as ProcessDouble[],
    windows: [] as WindowDouble[],
    notices: [] as NoticeDouble[],
    session: new SessionDouble(),
    safeStorage: new KeyStoreDouble(),
    tray: new TrayDouble(),
    hasTray: true,
    menu: [] as electron.MenuItemConstructorOptions[],
    displays: [display(1, { x: 0, y: 0, width: 1920, height: 1040 })],
    opened: [] as string[],
    shownFolders: [] as string[],
    chosenFolders: [] as string[],
    /** The buttons that the owner presses in message boxes. */
    pressed: [] as number[],
    asked: [] as electron.MessageBoxOptions[],
    powerMonitor: new EventEmitter(),
    /** Kinds of the power save blockers at work, by id. */
    blockers: new Map<number, string>(),
    ipc: new Map<string, Parameters<electron.IpcMain['handle']>[1]>(),
    protocols: new Map<string, (request: Request) => Response | Promise<Response>>(),
  };
  const pieces: ElectronPieces = {
    app: app as unknown as electron.App,
    createImage: (path) => ({ path }) as unknown as electron.NativeImage,
    createNotification: (options) => {
      const notice = new NoticeDouble(options);
      made.notices.push(notice);
      return notice as unknown as electron.Notification;
    },
    createTray: () => {
      if (!made.hasTray) throw new Error('There is no place for a tray');
      return made.tray as unknown as electron.Tray;
    },
    createWindow: (options) => {
      const window = new WindowDouble(options);
      made.windows.push(window);
      app.emit('web-contents-created', {}, window.webContents);
      return window as unknown as electron.BrowserWindow;
    },
    defaultSession: () => made.session as unknown as electron.Session,
    dialog: {
      showOpenDialog: async () => ({ canceled: made.chosenFolders.length === 0, filePaths: made.chosenFolders }),
      showMessageBox: async (...words: unknown[]) => {
        const options = words.at(-1) as electron.MessageBoxOptions;
        made.asked.push(options);
        return { response: made.pressed.shift() ?? options.cancelId ?? 0, checkboxChecked: false };
      },
    },
    ipcMain: { handle: (channel, listener) => void made.ipc.set(channel, listener) },
    Menu: {
      buildFromTemplate: (template) => template as unknown as electron.Menu,
      setApplicationMenu: (menu) => {
        made.menu = menu as unknown as electron.MenuItemConstructorOptions[];
      },
    },
    MessageChannelMain: ChannelDouble as unknown as new () => electron.MessageChannelMain,
    powerMonitor: made.powerMonitor as unknown as electron.PowerMonitor,
    powerSaveBlocker: {
      start: (kind) => {
        made.blockers.set(made.blockers.size + 7, kind);
        return made.blockers.size + 6;
      },
      stop: (id) => made.blockers.delete(id),
    },
    protocol: {
      handle: (scheme, handler) => void made.protocols.set(scheme, handler as (request: Request) => Promise<Response>),
      registerSchemesAsPrivileged: () => {},
    },
    safeStorage: made.safeStorage,
    screen: { getAllDisplays: () => made.displays, getPrimaryDisplay: () => made.displays[0] as electron.Display },
    shell: {
      openExternal: async (url) => void made.opened.push(url),
      openPath: async (path) => {
        made.shownFolders.push(path);
        return '';
      },
    },
    utilityProcess: {
      fork: (file, _words, options = {}) => {
        const child = new ProcessDouble(file, options);
        made.processes.push(child);
        return child as unknown as electron.UtilityProcess;
      },
    },
  };
  return { ...made, made, pieces };
}

export function surroundings(more: Partial<Surroundings> = {}): Surroundings {
  return {
    platform: 'linux',
    argv: ['/usr/bin/frontdesk'],
    env: { PATH: '/usr/bin', TMPDIR: '/tmp' },
    program: '/usr/bin/frontdesk',
    folder: '/opt/frontdesk/dist/electron',
    updateFeed: '',
    loadUpdater: () => {
      throw new Error('No updater without a feed');
    },
    ...more,
  };
}

/** Lets pending promises continue under fake timers. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
}
