import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childVariables } from '../../shell-protocol.ts';

/** One end of a pipe between processes. Messages are plain data. */
export interface ProcessPipe {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A child process as seen by its starter. */
export interface ChildProcess extends ProcessPipe {
  /** Called once when the process has ended or could not be started. */
  onEnd(listener: () => void): void;
  /** Closes the pipe; the child then ends by itself. */
  disconnect(): void;
  kill(): void;
}

/**
 * Starts the program in `file`. `keptVariables` names the environment variables to pass besides `childVariables`.
 */
export type StartChild = (file: URL, keptVariables?: string[]) => ChildProcess;

/** Starts a child with Node's `fork`, without our environment. */
export const forkChild: StartChild = (file, keptVariables = []) => {
  const names = [...childVariables, ...keptVariables];
  const child = fork(fileURLToPath(file), [], {
    env: Object.fromEntries(
      names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    send: (message) => void (child.connected && child.send(message, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', listener).on('error', listener),
    disconnect: () => void (child.connected && child.disconnect()),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** The part of Electron's message port that a child uses. */
export interface MessagePort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: object): void;
  start(): void;
  close(): void;
}

/** A utility process's pipe to the Electron shell. */
export interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: MessagePort[] }) => void): unknown;
  postMessage(message: object): void;
}

/** Returns the port to the Electron shell; null when it did not start this process. */
export const shellPort = (of: NodeJS.Process): ParentPort | null =>
  (of as unknown as { parentPort?: ParentPort }).parentPort ?? null;

/** The child's end of the pipe to its starter, Node or the shell. */
export interface ParentPipe extends ProcessPipe {
  /** Called when the starter has ended or closed the pipe. */
  onGone(listener: () => void): void;
}

/** Opens the child's end. Under the shell the pipe is a port that arrives with the first message. */
export async function openParentPipe(child: NodeJS.Process): Promise<ParentPipe> {
  const shell = shellPort(child);
  if (shell)
    return toPipe(await new Promise((resolve) => shell.on('message', ({ ports: [port] }) => port && resolve(port))));
  return {
    // A failed send can be ignored: the disconnection ends this process.
    send: (message) => void (child.connected && child.send?.(message, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    onGone: (listener) => void child.on('disconnect', listener),
  };
}

function toPipe(port: MessagePort): ParentPipe {
  return {
    send: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data));
      port.start();
    },
    onGone: (listener) => void port.on('close', listener),
  };
}
