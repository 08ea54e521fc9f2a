import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type * as electron from 'electron';
import type { ElectronPieces } from '../../electron/electron-pieces.ts';
import type { ToServer, ToShell } from '../../server/shell-protocol.ts';

/*
 * A double of what the shell uses of Electron. Each part is held against Electron's own types by `implements Doubled<…>` or
 * by `ElectronPieces`: a member that Electron does not have, or has otherwise, does not compile.
 */

/**
 * Selected members of Electron's `Whole`; `on` comes from the emitter, since Electron declares it to return the whole.
 */
export type Doubled<Whole, Members extends keyof Whole> = Omit<Pick<Whole, Members>, 'on' | 'once'>;

/** An event that a listener may prevent. */
export class StoppableEvent {
  isStopped = false;

  preventDefault(): void {
    this.isStopped = true;
  }
}

type PortMembers = 'postMessage' | 'start' | 'close' | 'on';

/** One end of a message channel; queues messages until `start`. */
export class PortDouble extends EventEmitter implements Doubled<electron.MessagePortMain, PortMembers> {
  other: PortDouble | null = null;
  #waiting: unknown[] | null = [];

  // biome-ignore lint/suspicious/noExplicitAny: as Electron declares it
  postMessage(message: any): void {
    this.other?.receive(structuredClone(message));
  }

  receive(data: unknown): void {
    if (this.#waiting) this.#waiting.push(data);
    else this.emit('message', { data, ports: [] });
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const data of waiting) this.emit('message', { data, ports: [] });
  }

  close(): void {
    this.other?.emit('close');
  }
}

export class ChannelDouble {
  readonly port1 = new PortDouble();
  readonly port2 = new PortDouble();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

type ProcessMembers = 'postMessage' | 'kill' | 'stdout' | 'stderr' | 'on' | 'once';

/** A utility process controlled by the test. */
export class ProcessDouble extends EventEmitter implements Doubled<electron.UtilityProcess, ProcessMembers> {
  readonly file: string;
  readonly options: electron.ForkOptions;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly received: { message: ToServer; ports: PortDouble[] }[] = [];
  isKilled = false;

  constructor(file: string, options: electron.ForkOptions) {
    super();
    this.file = file;
    this.options = options;
    queueMicrotask(() => this.emit('spawn'));
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Electron declares it
  postMessage(message: any, ports: electron.MessagePortMain[] = []): void {
    this.received.push({ message, ports: ports as unknown as PortDouble[] });
    if (message.type === 'stop') this.die(0);
  }

  kill(): boolean {
    this.isKilled = true;
    this.die(9);
    return true;
  }

  /** Sends a message from the process to the shell. */
  tell(message: ToShell | object): void {
    this.emit('message', structuredClone(message));
  }

  die(code: number): void {
    this.emit('exit', code);
  }

  get messages(): ToServer[] {
    return this.received.map(({ message }) => message);
  }
}

type AppMembers = Exclude<keyof ElectronPieces['app'], 'on'>;

export class AppDouble extends EventEmitter implements Doubled<electron.App, AppMembers> {
  isPackaged = true;
  locale = 'en-US';
  hasLock = true;
  userData = '';
  quits = 0;
  badge = 0;
  schemes: string[] = [];
  loginItem: electron.Settings = {};

  getLocale = (): string => this.locale;
  getPath = (name: string): string => join(this.userData, name === 'userData' ? '' : name);
  requestSingleInstanceLock = (): boolean => this.hasLock;
  setAppUserModelId = (): void => {};
  setBadgeCount = (count?: number): boolean => {
    this.badge = count ?? 0;
    return true;
  };

  whenReady = async (): Promise<void> => {};
  schemeProgram = '';
  setAsDefaultProtocolClient = (scheme: string, program = ''): boolean => {
    this.schemes.push(scheme);
    this.schemeProgram = program;
    return true;
  };

  setLoginItemSettings = (settings: electron.Settings): void => {
    this.loginItem = settings;
  };

  wasOpenedAtLogin = false;
  /** Like Electron, finds only an entry of the same path and arguments. */
  getLoginItemSettings = ({ path, args }: electron.LoginItemSettingsOptions = {}): electron.LoginItemSettings => {
    const isSame = JSON.stringify([this.loginItem.path, this.loginItem.args]) === JSON.stringify([path, args]);
    const openAtLogin = isSame && (this.loginItem.openAtLogin ?? false);
    return { openAtLogin, wasOpenedAtLogin: this.wasOpenedAtLogin } as electron.LoginItemSettings;
  };

  /** Like Electron, does not quit while a listener prevents it. */
  quit = (): void => {
    const event = new StoppableEvent();
    this.emit('before-quit', event);
    if (!event.isStopped) this.quits += 1;
  };
}

export class NoticeDouble extends EventEmitter implements Doubled<electron.Notification, 'on' | 'show'> {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: electron.NotificationConstructorOptions) {
    super();
    this.title = title;
    this.body = body;
  }

  show(): void {}
}

export class TrayDouble extends EventEmitter implements Doubled<electron.Tray, 'on' | 'setContextMenu' | 'setToolTip'> {
  menu: electron.MenuItemConstructorOptions[] = [];
  toolTip = '';

  setContextMenu(menu: electron.Menu | null): void {
    this.menu = menu as unknown as electron.MenuItemConstructorOptions[];
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }
}
