import { EventEmitter } from 'node:events';
import type * as electron from 'electron';
import { type Doubled, StoppableEvent } from './electron-double.ts';

type ContentsMembers =
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'invalidate'
  | 'isCrashed'
  | 'isDestroyed'
  | 'on'
  | 'reload'
  | 'setWindowOpenHandler';
type OpenHandler = Parameters<electron.WebContents['setWindowOpenHandler']>[0];

export class ContentsDouble extends EventEmitter implements Doubled<electron.WebContents, ContentsMembers> {
  url = '';
  reloads = 0;
  repaints = 0;
  isDead = false;
  openHandler: OpenHandler | null = null;

  getURL(): string {
    return this.url;
  }

  reload(): void {
    this.reloads += 1;
    this.isDead = false;
  }

  invalidate(): void {
    this.repaints += 1;
  }

  /** The page's process ends. */
  die(reason: electron.RenderProcessGoneDetails['reason']): void {
    this.isDead = true;
    this.emit('render-process-gone', {}, { reason, exitCode: 5 });
  }

  forcefullyCrashRenderer(): void {
    this.die('killed');
  }

  isCrashed = (): boolean => this.isDead;
  isDestroyed = (): boolean => false;

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  /** The page navigates; returns whether it was prevented. */
  navigate(url: string, kind: 'will-navigate' | 'will-redirect' | 'will-frame-navigate' = 'will-navigate'): boolean {
    const event = Object.assign(new StoppableEvent(), { url, isMainFrame: kind !== 'will-frame-navigate' });
    this.emit(kind, event);
    return event.isStopped;
  }
}

type WindowMembers =
  | 'focus'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'on'
  | 'restore'
  | 'setOverlayIcon'
  | 'show';

export class WindowDouble extends EventEmitter implements Doubled<electron.BrowserWindow, WindowMembers> {
  readonly options: electron.BrowserWindowConstructorOptions;
  readonly webContents = new ContentsDouble();
  readonly loaded: string[] = [];
  bounds: electron.Rectangle;
  isShown = false;
  hasFocus = false;
  isMax = false;
  isMin = false;

  constructor(options: electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 0, height = 0 } = options;
    this.bounds = { x, y, width, height };
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.url = url;
    this.webContents.emit('did-navigate', {}, url);
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  focus(): void {
    this.hasFocus = true;
  }

  restore(): void {
    this.isMin = false;
  }

  maximize(): void {
    this.isMax = true;
  }

  overlays: string[] = [];
  isFocused = (): boolean => this.hasFocus;
  setOverlayIcon = (image: electron.NativeImage | null, text: string): void => {
    this.overlays.push(image === null ? '' : text);
  };
  isMinimized = (): boolean => this.isMin;
  isMaximized = (): boolean => this.isMax;
  isDestroyed = (): boolean => false;
  getNormalBounds = (): electron.Rectangle => this.bounds;

  /** The owner closes the window; returns whether it stayed open. */
  close(): boolean {
    const event = new StoppableEvent();
    this.emit('close', event);
    if (!event.isStopped) this.emit('closed');
    return event.isStopped;
  }
}
