import { join } from 'node:path';
import { RestartPolicy } from '../server/launch/restart-policy.js';
import type { ShellAlert } from '../server/shell-protocol.ts';
import { serveBridge } from './bridge/ipc.ts';
import type { ElectronPieces, Surroundings } from './electron-pieces.ts';
import { PreferenceFile } from './preferences.ts';
import { KeyKeeper } from './server/key-keeper.ts';
import { Rescue } from './server/rescue.ts';
import { ServerLog } from './server/server-log.ts';
import { ServerProcess, serverEnv } from './server/server-process.ts';
import { Computer } from './system/computer.ts';
import { conversationPath, deepLinkScheme, findDeepLink, readDeepLink } from './system/deep-links.ts';
import { Notices } from './system/notices.ts';
import { Power } from './system/power.ts';
import { wasStartedAtLogin } from './system/start-at-login.ts';
import { systemProxy } from './system/system-proxy.ts';
import { TrayIcon, type TrayState } from './system/tray.ts';
import { Updates } from './system/updates.ts';
import { appScheme, appSchemePrivileges, createAppHandler } from './window/app-protocol.ts';
import { guardContents, guardSession, type OwnPages, originOf } from './window/guards.ts';
import { MainWindow } from './window/main-window.ts';
import { revivePage } from './window/revive-page.ts';
import { showMenu } from './window/show-menu.ts';
import { fill, languages, pickLanguage, type Words } from './words.ts';

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
  readonly #rescue: Rescue;
  #tray: TrayIcon | null = null;
  #updates: Updates | null = null;
  #computer!: Computer;
  /** Started at login: the window stays hidden until requested. */
  #isHidden = false;
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
    this.#preferences = new PreferenceFile(join(app.getPath('userData'), 'window.json'));
    this.#notices = new Notices(electron.createNotification, this.#words, this.#preferences);
    this.#log = new ServerLog(join(this.#home, 'logs', 'server.log'));
    this.#server = this.#makeServer();
    this.#window = this.#makeWindow();
    this.#rescue = this.#makeRescue();
  }

  /** Creates and runs a shell, unless one is already running, which then comes to the front. */
  static run(electron: ElectronPieces, around: Surroundings): Promise<void> {
    const { app, protocol } = electron;
    if (!app.requestSingleInstanceLock()) {
      app.quit();
      return Promise.resolve();
    }
    protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: appSchemePrivileges }]);
    if (around.platform === 'win32') app.setAppUserModelId('app.frontdesk.desktop');
    // In a checkout the program is Electron itself, which must not open our links.
    if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme, around.program);
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
    app.on('web-contents-created', (_event, contents) => {
      guardContents(contents, { pages: this.#pages, opener: shell, onAction: (...action) => this.#act(...action) });
      revivePage(contents, (line) => this.#log.note(line));
    });
    await app.whenReady();
    this.#prepare();
    const link = findDeepLink(this.#around.argv);
    if (link) this.#openLink(link);
    await this.#server.start();
  }

  /** Sets up everything that needs Electron to be ready. */
  #prepare(): void {
    const { app, defaultSession, protocol, shell } = this.#electron;
    this.#isHidden = wasStartedAtLogin({ app, ...this.#around });
    guardSession(defaultSession(), this.#pages);
    const pages = join(this.#around.folder, 'pages');
    protocol.handle(
      appScheme,
      createAppHandler(pages, () => this.#rescue.render()),
    );
    this.#computer = this.#makeComputer();
    serveBridge({
      ...this.#electron,
      opener: shell,
      pages: this.#pages,
      home: this.#home,
      window: () => this.#window.window,
      computer: this.#computer,
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
    const { env, platform, folder } = this.#around;
    return new ServerProcess(
      {
        fork: (...call) => utilityProcess.fork(...call),
        MessageChannelMain,
        fileOf: (name) => join(folder, '..', 'server', `${name}.js`),
        env: serverEnv(env, app.getPath('userData'), this.#home),
        findEnv: () => systemProxy(this.#electron.defaultSession(), env),
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
          this.#showState({ kind: 'stopped' });
          this.#rescue.enter(failure);
        },
        onNoKeyStore: () => this.#notices.noKeyStore(),
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
      onHidden: () => this.#notices.keepsRunning(),
    });
  }

  #makeRescue(): Rescue {
    const { dialog, shell } = this.#electron;
    return new Rescue({
      ...{ language: this.#language, words: this.#words, log: this.#log, server: this.#server, dialog },
      openDataFolder: () => void shell.openPath(this.#home),
      show: () => this.#window.showSafeMode(),
      onStarting: () => this.#showState({ kind: 'starting' }),
    });
  }

  #makeComputer(): Computer {
    const { app, powerMonitor, powerSaveBlocker } = this.#electron;
    const power = new Power(powerMonitor, powerSaveBlocker, {
      onWake: (sleptAt) => this.#server.noteWake(sleptAt),
      onSeen: () => this.#window.repaint(),
    });
    return new Computer({
      login: { app, ...this.#around },
      preferences: this.#preferences,
      keepAwake: (on) => power.keepAwake(on),
      onChange: () => this.#showMenu(),
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
    const { updateFeed, loadUpdater, env } = this.#around;
    // The installer of an update would not replace a portable program.
    if (!this.#electron.app.isPackaged || env.PORTABLE_EXECUTABLE_FILE) return null;
    return Updates.open(updateFeed, loadUpdater, {
      onReady: (version) => {
        this.#showMenu();
        this.#notices.updateReady(version);
      },
      onNothingNew: () => this.#notices.noUpdate(),
      onFault: (message) => this.#log.note(`no update: ${message}`),
    });
  }

  #showMenu(): void {
    showMenu({
      electron: this.#electron,
      words: this.#words,
      isMac: this.#around.platform === 'darwin',
      computer: this.#computer,
      preferences: this.#preferences,
      updates: this.#updates,
      openDataFolder: () => void this.#electron.shell.openPath(this.#home),
      openApiReference: () => this.#window.goTo('/docs'),
      checkForUpdates: () => this.#updates?.checkNow(),
      restartToUpdate: () => void this.#restartToUpdate(),
      reload: () => this.#window.reload(),
    });
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

  #notifyAlert(alert: ShellAlert): void {
    // A console in front rings by itself.
    if (this.#window.window?.isFocused()) return;
    this.#notices.alert(alert, () => this.#openLink(conversationPath(alert.conversationId)));
  }

  /** Handles a button of the safe-mode page. */
  #act(button: string, item?: string): void {
    this.#rescue.act(button, item).catch((error: Error) => this.#log.note(`${button} failed: ${error.message}`));
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
