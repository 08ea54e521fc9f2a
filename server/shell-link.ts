import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { ChildProcess, MessagePort, ParentPort, StartChild } from './platform/running/child-process.ts';
import { type ChildProgram, type MessageOf, ToServer, ToShell } from './shell-protocol.ts';

/** What the shell may request of the running server. */
export interface ShellServices {
  createLoginLink(): Promise<string>;
  setSendingPaused(paused: boolean): Promise<void>;
  noteSleep(from: string): Promise<void>;
  stop(): void;
}

type FirstMessage = MessageOf<ToServer, 'start' | 'list-backups'>;

/** The server's end of the pipe to the desktop shell. */
export class ShellLink {
  /** The shell's first message. */
  readonly begun: Promise<FirstMessage>;
  readonly #port: ParentPort;
  readonly #log: Log;
  readonly #children = new Map<string, ShellChild>();
  #begin: (message: FirstMessage) => void = () => {};
  #services: ShellServices | null = null;
  #keyStored: () => void = () => {};
  /** The shell may request a stop before the server serves. */
  #isStopping = false;

  constructor(port: ParentPort, log: Log) {
    this.#port = port;
    this.#log = log;
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    port.on('message', ({ data, ports }) => {
      const parsed = ToServer.safeParse(data);
      if (parsed.success) this.#receive(parsed.data, ports);
      // Not logged with its content, which could be a key.
      else log.error('the shell sent an unknown message');
    });
  }

  /** Sets the services that handle the shell's requests from now on. */
  serve(services: ShellServices): void {
    this.#services = services;
    if (this.#isStopping) services.stop();
  }

  send(message: ToShell): void {
    this.#port.postMessage(ToShell.parse(message));
  }

  /** Sends the key to the shell; resolves once it is stored. */
  async handOverKey(secretKey: string): Promise<void> {
    const stored = new Promise<void>((resolve) => {
      this.#keyStored = resolve;
    });
    this.send({ type: 'store-key', secretKey });
    await stored;
  }

  /** Starts a child process through the shell, since a utility process cannot start others. */
  readonly startChild: StartChild = (file) => {
    const path = fileURLToPath(file);
    const program = basename(path, extname(path)) as ChildProgram;
    const requestId = newId('child');
    const child = new ShellChild(() => this.send({ type: 'stop-child', requestId }));
    this.#children.set(requestId, child);
    child.onEnd(() => this.#children.delete(requestId));
    this.send({ type: 'start-child', requestId, program });
    return child;
  };

  #receive(message: ToServer, [port]: MessagePort[]): void {
    switch (message.type) {
      case 'start':
      case 'list-backups':
        this.#begin(message);
        break;
      case 'key-stored':
        this.#keyStored();
        break;
      case 'child-started':
        if (port) this.#children.get(message.requestId)?.connect(port);
        break;
      case 'child-ended':
        this.#children.get(message.requestId)?.end();
        break;
      default:
        this.#handle(message).catch((error) => this.#log.error({ err: error }, 'a request of the shell failed'));
    }
  }

  async #handle(request: MessageOf<ToServer, 'login-link' | 'pause-sending' | 'woke' | 'stop'>): Promise<void> {
    if (request.type === 'stop') {
      this.#isStopping = true;
      this.#services?.stop();
    } else if (request.type === 'pause-sending') {
      await this.#services?.setSendingPaused(request.paused);
    } else if (request.type === 'woke') {
      await this.#services?.noteSleep(request.sleptAt);
    } else if (this.#services) {
      const url = await this.#services.createLoginLink();
      this.send({ type: 'login-link', requestId: request.requestId, url });
    }
  }
}

/** A child started by the shell; messages sent before it runs are queued until its port arrives. */
class ShellChild implements ChildProcess {
  readonly #stop: () => void;
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #endListeners: (() => void)[] = [];
  #waiting: object[] = [];
  #port: MessagePort | null = null;
  #isGone = false;

  constructor(stop: () => void) {
    this.#stop = stop;
  }

  send(message: object): void {
    if (this.#isGone) return;
    if (this.#port) this.#port.postMessage(message);
    else this.#waiting.push(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.push(listener);
  }

  onEnd(listener: () => void): void {
    this.#endListeners.push(listener);
  }

  disconnect(): void {
    if (this.#port) this.#port.close();
    else this.kill();
  }

  kill(): void {
    if (!this.#isGone) this.#stop();
  }

  connect(port: MessagePort): void {
    this.#port = port;
    port.on('message', ({ data }) => {
      for (const listener of this.#listeners) listener(data);
    });
    port.start();
    for (const message of this.#waiting) port.postMessage(message);
    this.#waiting = [];
  }

  end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#port?.close();
    for (const listener of this.#endListeners) listener();
  }
}
