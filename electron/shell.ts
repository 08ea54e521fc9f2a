import { join } from 'node:path';
import { compileCache } from '../server/launch/node-options.js';
import { RestartPolicy } from '../server/launch/restart-policy.js';
import type { ShellAlert } from '../server/shell-protocol.ts';
import { serveBridge } from './bridge/ipc.ts';
import type { ElectronPieces, Surroundings } from './electron-pieces.ts';
import { PreferenceFile } from './preferences.ts';
import { KeyKeeper } from './server/key-keeper.ts';
import { ServerLog } from './server/server-log.ts';
import { type Failure, ServerProcess } from './server/server-process.ts';
import { conversationPath, deepLinkScheme, findDeepLink, readDeepLink } from './system/deep-links.ts';
import { Notices } from './system/notices.ts';
import { hiddenFlag, setStartAtLogin, startsAtLogin } from './system/start-at-login.ts';
import { TrayIcon, type TrayState } from './system/tray.ts';
import { Updates } from './system/updates.ts';
import { appScheme, appSchemePrivileges, createAppHandler } from './window/app-protocol.ts';
import { guardContents, guardSession, type OwnPages, originOf } from './window/guards.ts';
import { MainWindow } from './window/main-window.ts';
import { menuTemplate } from './window/menu.ts';
import { renderSafeMode } from './window/safe-mode.ts';
import { fill, languages, pickLanguage, type Words } from './words.ts';

const appUserModelId = 'app.frontdesk.desktop';

/** The desktop program: connects the server, the window, the tray, the menu and the operating system. */
export class Shell {
  readonly #electron: ElectronPieces;
  readonly #around: Surroundings;
  readonly #language: keyof typeof languages;
  readonly #words: Words;
  readonly #home: string;
  readonly #pages: OwnPages = { consoleOrigin: null };
  readonly #preferences: PreferenceFile;
  readonly #notices: Notices;
  readonly #log: ServerLog;
  readonly #server: ServerProcess;
  readonly #window: MainWindow;
  #tray: TrayIcon | null = null;
  #updates: Updates | null = null;
  #failure: Failure = { kind: 'stopped', message: null };
  /** Started at login: the window stays hidden until requested. */
  #isHidden: boolean;
  #isQuitting = false;
  #stopping: Promise<void> | null = null;
  #isStopped = false;

  constructor(electron: ElectronPieces, around: Surroundings) {
    const { app } = electron;
    this.#electron = electron;
    this.#around = around;
    this.#language = pickLanguage(app.getLocale());
    this.#words = languages[this.#language];
    this.#home = around.env.FRONTDESK_HOME ?? join(app.getPath('userData'), 'data');
    this.#isHidden = around.argv.includes(hiddenFlag);
    this.#preferences = new PreferenceFile(join(app.getPath('userData'), 'window.json'));
    this.#notices = new Notices(electron.createNotification);
    this.#log = new ServerLog(join(this.#home, 'logs', 'server.log'));
    this.#server = this.#makeServer();
    this.#window = this.#makeWindow();
  }

  /** Creates and runs a shell, unless one is already running, which then comes to the front. */
  static run(electron: ElectronPieces, around: Surroundings): Promise<void> {
    const { app, protocol } = electron;
    if (!app.requestSingleInstanceLock()) {
      app.quit();
      return Promise.resolve();
    }
    protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: appSchemePrivileges }]);
    if (around.platform === 'win32') app.setAppUserModelId(appUserModelId);
    // In a checkout the program is Electron itself, which must not open our links.
    if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme);
    return new Shell(electron, around).#start();
  }

  async #start(): Promise<void> {
    const { app, shell } = this.#electron;
    app.on('second-instance', (_event, argv) => this.#openLink(findDeepLink(argv)));
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#openLink(readDeepLink(url));
    });
    app.on('activate', () => this.#window.focus());
    app.on('window-all-closed', () => {
      if (!this.#tray) app.quit();
    });
    app.on('before-quit', (event) => this.#quitting(event));
    app.on('web-contents-created', (_event, contents) =>
      guardContents(contents, { pages: this.#pages, opener: shell, onAction: (name) => this.#act(name) }),
    );
    await app.whenReady();
    this.#prepare();
    const link = findDeepLink(this.#around.argv);
    if (link) this.#openLink(link);
    await this.#server.start();
  }

  /** Sets up everything that needs Electron to be ready. */
  #prepare(): void {
    const { defaultSession, protocol, ipcMain, dialog, shell } = this.#electron;
    guardSession(defaultSession(), this.#pages);
    const renderPage = () => renderSafeMode(this.#language, this.#words, this.#failure, this.#log.tail);
    protocol.handle(appScheme, createAppHandler(join(this.#around.folder, 'pages'), renderPage));
    serveBridge({
      ipcMain,
      dialog,
      opener: shell,
      pages: this.#pages,
      home: this.#home,
      window: () => this.#window.window,
      title: this.#words.chooseFolder,
    });
    this.#tray = this.#makeTray();
    this.#showState({ kind: 'starting' });
    this.#updates = this.#openUpdates();
    this.#updates?.start();
    this.#showMenu();
  }

  #makeServer(): ServerProcess {
    const { app, utilityProcess, MessageChannelMain, safeStorage } = this.#electron;
    const cache = compileCache(join(app.getPath('userData'), 'compile-cache'));
    const { env, platform, folder } = this.#around;
    const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return new ServerProcess(
      {
        fork: (...call) => utilityProcess.fork(...call),
        MessageChannelMain,
        fileOf: (name) => join(folder, '..', 'server', `${name}.js`),
        env: { ...Object.fromEntries(given), ...cache, FRONTDESK_HOME: this.#home },
        keeper: new KeyKeeper(safeStorage, platform, this.#home),
        log: this.#log,
        policy: new RestartPolicy(),
      },
      {
        onReady: (consoleUrl) => {
          this.#pages.consoleOrigin = originOf(consoleUrl);
          this.#window.showConsole(consoleUrl, { hidden: this.#isHidden });
        },
        onStatus: (status) => this.#showState({ kind: 'running', status }),
        onAlert: (alert) => this.#notifyAlert(alert),
        onDown: () => this.#showState({ kind: 'starting' }),
        onGaveUp: (failure) => {
          this.#failure = failure;
          this.#showState({ kind: 'stopped' });
          this.#window.showSafeMode();
        },
        onNoKeyStore: () => this.#warnOfKey(),
      },
    );
  }

  #makeWindow(): MainWindow {
    const { createWindow, createImage, screen } = this.#electron;
    const { folder, platform } = this.#around;
    return new MainWindow({
      create: createWindow,
      screen,
      preferences: this.#preferences,
      pages: this.#pages,
      preload: join(folder, 'preload.cjs'),
      icon: join(folder, 'pages', 'icon-128.png'),
      waitingMark: join(folder, 'icons', 'waiting.png'),
      createImage,
      platform,
      isQuitting: () => this.#isQuitting,
      hasTray: () => this.#tray !== null,
      onHidden: () => {
        if (this.#preferences.values.knowsTray) return;
        this.#preferences.change({ knowsTray: true });
        this.#notices.show('Frontdesk', this.#words.notices.keepsRunning);
      },
    });
  }

  /** Null on a desktop without a tray. */
  #makeTray(): TrayIcon | null {
    const { createTray, Menu } = this.#electron;
    const { folder, platform } = this.#around;
    const icon = { win32: 'tray.ico', darwin: 'trayTemplate.png' }[platform as string] ?? 'tray.png';
    try {
      return new TrayIcon(createTray(join(folder, 'icons', icon)), Menu, this.#words, {
        open: () => this.#focus(),
        setSendingPaused: (paused) => this.#server.setSendingPaused(paused),
        quit: () => this.#electron.app.quit(),
      });
    } catch (error) {
      this.#log.note(`there is no tray: ${(error as Error).message}`);
      return null;
    }
  }

  #openUpdates(): Updates | null {
    const { updateFeed, loadUpdater } = this.#around;
    const { notices } = this.#words;
    if (!this.#electron.app.isPackaged) return null;
    return Updates.open(updateFeed, loadUpdater, {
      onReady: (version) => {
        this.#showMenu();
        this.#notices.show(notices.updateReady, fill(notices.updateReadyBody, { version }));
      },
      onNothingNew: () => this.#notices.show('Frontdesk', notices.noUpdate),
      onFault: (message) => this.#log.note(`no update: ${message}`),
    });
  }

  #showMenu(): void {
    const { Menu, app, shell } = this.#electron;
    const { platform, program } = this.#around;
    const login = { app, platform, program };
    const state = {
      isMac: platform === 'darwin',
      isPackaged: app.isPackaged,
      startsAtLogin: startsAtLogin(login),
      closesToTray: this.#preferences.values.closeToTray,
      updates: this.#updates && (this.#updates.isReady ? ('ready' as const) : ('idle' as const)),
    };
    const template = menuTemplate(this.#words, state, {
      openDataFolder: () => void shell.openPath(this.#home),
      setStartAtLogin: (on) => {
        setStartAtLogin(login, on);
        this.#showMenu();
      },
      setCloseToTray: (on) => {
        this.#preferences.change({ closeToTray: on });
        this.#showMenu();
      },
      openApiReference: () => this.#window.goTo('/docs'),
      checkForUpdates: () => this.#updates?.checkNow(),
      restartToUpdate: () => void this.#restartToUpdate(),
      reload: () => this.#window.reload(),
      quit: () => app.quit(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  #showState(state: TrayState): void {
    this.#tray?.show(state);
    const waiting = state.kind === 'running' ? state.status.waiting : 0;
    this.#electron.app.setBadgeCount(waiting);
    this.#window.showWaiting(waiting === 0 ? null : fill(this.#words.tray.waiting, { count: waiting }));
  }

  #focus(): void {
    this.#isHidden = false;
    this.#window.focus();
  }

  #openLink(path: string | null): void {
    this.#isHidden = false;
    if (path === null) this.#window.focus();
    else this.#window.goTo(path);
  }

  #notifyAlert({ kind, contactName, summary, conversationId }: ShellAlert): void {
    const { notices } = this.#words;
    // A console in front rings by itself.
    if (this.#window.window?.isFocused()) return;
    this.#notices.show(fill(notices[kind], { name: contactName }), summary || notices.withoutText, () =>
      this.#openLink(conversationPath(conversationId)),
    );
  }

  #warnOfKey(): void {
    if (this.#preferences.values.knowsKeyFile) return;
    this.#preferences.change({ knowsKeyFile: true });
    this.#notices.show('Frontdesk', this.#words.notices.noKeyStore);
  }

  /** Handles a button of the safe-mode page. */
  #act(name: string): void {
    if (name === 'open-data-folder') void this.#electron.shell.openPath(this.#home);
    if (name === 'restart') {
      this.#showState({ kind: 'starting' });
      this.#server.start().catch((error: Error) => this.#log.note(`not started: ${error.message}`));
    }
  }

  /** Stops the server gracefully before the program quits. */
  #quitting(event: { preventDefault(): void }): void {
    this.#isQuitting = true;
    if (this.#isStopped) return;
    event.preventDefault();
    this.#stopServer().finally(() => this.#electron.app.quit());
  }

  async #restartToUpdate(): Promise<void> {
    this.#isQuitting = true;
    await this.#stopServer();
    this.#updates?.install();
  }

  #stopServer(): Promise<void> {
    this.#updates?.stop();
    this.#stopping ??= this.#server.stop().finally(() => {
      this.#isStopped = true;
    });
    return this.#stopping;
  }
}
