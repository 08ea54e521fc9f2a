import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The pipe to the other process: one side of it. Messages are plain data. */
export interface ProcessPipe {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A process of ours that was started to do one thing, as its starter sees it. */
export interface ChildProcess extends ProcessPipe {
  /** Called once when the process is gone, or could not be started. */
  onEnd(listener: () => void): void;
  /** Lets go of the pipe: the child ends by itself when it sees that. */
  disconnect(): void;
  kill(): void;
}

/** Starts the program in `file`. `keptVariables` names what of the environment goes along beside the system's own. */
export type StartChild = (file: URL, keptVariables?: string[]) => ChildProcess;

const systemVariables = ['SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];

/** Starts it as Node does it. Nothing of our environment goes along. */
export const forkChild: StartChild = (file, keptVariables = []) => {
  const names = [...systemVariables, ...keptVariables];
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

/** Electron's message port, as far as a child uses it. */
export interface MessagePort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: object): void;
  start(): void;
  close(): void;
}

/** Electron's end of the pipe between a utility process and the shell. */
export interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: MessagePort[] }) => void): unknown;
  postMessage(message: object): void;
}

/** The port to Electron's shell; null when this process was not started by it. */
export const shellPort = (of: NodeJS.Process): ParentPort | null =>
  (of as unknown as { parentPort?: ParentPort }).parentPort ?? null;

/** The child's side of the pipe to who started it, by Node or by the shell. */
export interface ParentPipe extends ProcessPipe {
  /** Called when the starter has gone or let go. */
  onGone(listener: () => void): void;
}

/** Opens the child's side. Under the shell the pipe is a port that comes with the first message. */
export async function openParentPipe(child: NodeJS.Process): Promise<ParentPipe> {
  const shell = shellPort(child);
  if (shell)
    return toPipe(await new Promise((resolve) => shell.on('message', ({ ports: [port] }) => port && resolve(port))));
  return {
    // A message that finds the starter gone is of no use: the disconnection ends the process.
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
