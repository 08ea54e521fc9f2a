import type { BrowserWindow, BrowserWindowConstructorOptions, NativeImage, Screen } from 'electron';
import type { PreferenceFile } from '../preferences.ts';
import { isConsole, type OwnPages, safePreferences, shellOrigin } from './guards.ts';
import { placeWindow, smallest } from './window-place.ts';

const rememberAfterMs = 500;

export interface MainWindowParts {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  preferences: PreferenceFile;
  pages: OwnPages;
  preload: string;
  icon: string;
  /** Picture that Windows shows on the program's button in the taskbar. */
  waitingMark: string;
  createImage: (path: string) => NativeImage;
  platform: NodeJS.Platform;
  /** True while the program quits: closing the window then really closes it. */
  isQuitting: () => boolean;
  /** False on desktops without a tray from which to reopen the window. */
  hasTray: () => boolean;
  onHidden: () => void;
}

/** The single window, showing the console or the safe-mode page. It remembers its position and closes to the tray. */
export class MainWindow {
  readonly #parts: MainWindowParts;
  #window: BrowserWindow | null = null;
  /** Path to open once the console has signed in. */
  #pendingPath: string | null = null;
  #remembering: NodeJS.Timeout | null = null;

  constructor(parts: MainWindowParts) {
    this.#parts = parts;
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  /** Brings the window to the front. */
  focus(): void {
    const window = this.#open();
    if (window.isMinimized()) window.restore();
    // The page may have died too often to be loaded again before.
    if (window.webContents.isCrashed()) window.webContents.reload();
    window.show();
    window.focus();
  }

  /** Shows the console through the one-time link; reloads it if already shown. */
  showConsole(loginUrl: string, options: { hidden: boolean }): void {
    const window = this.#open();
    if (isConsole(this.#parts.pages, window.webContents.getURL())) window.webContents.reload();
    else load(window, loginUrl);
    if (!options.hidden) window.show();
  }

  showSafeMode(): void {
    load(this.#open(), `${shellOrigin}/safe-mode`);
    this.focus();
  }

  /** Opens a console path, at once or after the sign-in. */
  goTo(path: string): void {
    const { consoleOrigin } = this.#parts.pages;
    const url = this.#open().webContents.getURL();
    if (consoleOrigin !== null && isSignedIn(this.#parts.pages, url)) load(this.#open(), consoleOrigin + path);
    else this.#pendingPath = path;
    this.focus();
  }

  /** Marks the program's button in the taskbar of Windows while customers wait; null removes the mark. */
  showWaiting(text: string | null): void {
    const { createImage, waitingMark, platform } = this.#parts;
    if (platform !== 'win32') return;
    this.#window?.setOverlayIcon(text === null ? null : createImage(waitingMark), text ?? '');
  }

  reload(): void {
    this.#window?.webContents.reload();
  }

  /** Draws the page again: after a sleep it may be alive and yet white. Nothing typed is lost. */
  repaint(): void {
    this.#window?.webContents.invalidate();
  }

  #open(): BrowserWindow {
    if (this.#window) return this.#window;
    const { create, screen, preferences, preload, icon } = this.#parts;
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
    const workAreas = [primary, ...others].map((display) => display.workArea);
    const window = create({
      ...placeWindow(preferences.values.bounds, workAreas),
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Frontdesk',
      icon,
      backgroundColor: '#f6f8f7',
      autoHideMenuBar: false,
      webPreferences: { ...safePreferences, preload },
    });
    if (preferences.values.isMaximized) window.maximize();
    this.#window = window;
    this.#listen(window);
    return window;
  }

  #listen(window: BrowserWindow): void {
    const { preferences, isQuitting, hasTray, onHidden } = this.#parts;
    window.on('close', (event) => {
      this.#remember();
      if (isQuitting() || !hasTray() || !preferences.values.closeToTray) return;
      event.preventDefault();
      window.hide();
      onHidden();
    });
    window.on('closed', () => {
      this.#window = null;
    });
    window.on('resize', () => this.#rememberSoon());
    window.on('move', () => this.#rememberSoon());
    window.on('maximize', () => this.#rememberSoon());
    window.on('unmaximize', () => this.#rememberSoon());
    window.webContents.on('did-navigate-in-page', (_event, url) => this.#goOn(url));
    window.webContents.on('did-navigate', (_event, url) => this.#goOn(url));
  }

  #goOn(url: string): void {
    const { pages } = this.#parts;
    const path = this.#pendingPath;
    if (path === null || !this.#window || !isSignedIn(pages, url)) return;
    this.#pendingPath = null;
    load(this.#window, pages.consoleOrigin + path);
  }

  #rememberSoon(): void {
    if (this.#remembering) clearTimeout(this.#remembering);
    this.#remembering = setTimeout(() => this.#remember(), rememberAfterMs);
  }

  #remember(): void {
    if (this.#remembering) clearTimeout(this.#remembering);
    this.#remembering = null;
    if (!this.#window || this.#window.isDestroyed()) return;
    const isMaximized = this.#window.isMaximized();
    this.#parts.preferences.change({ bounds: this.#window.getNormalBounds(), isMaximized });
  }
}

/** True on the console after its sign-in page. */
const isSignedIn = (pages: OwnPages, url: string): boolean =>
  isConsole(pages, url) && new URL(url).pathname !== '/login';

/** A page replaced while loading fails with a meaningless error. */
function load(window: BrowserWindow, url: string): void {
  window.loadURL(url).catch(() => {});
}
