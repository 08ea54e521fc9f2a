import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeHome } from './make-home.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `frontdesk …` as a process on the data folder `home`, with `input` on its standard input. */
export const runCli = (
  home: string,
  words: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Finished> => finish(process.execPath, ['server/cli.js', ...words], { FRONTDESK_HOME: home, ...env }, input);

export interface RunningCli {
  processId: number;
  output: { stdout: string; stderr: string };
  /** Sends the signal and returns what the command has left. */
  end(signal?: NodeJS.Signals): Promise<Finished>;
}

/** Starts `frontdesk …`, which goes on until it is ended, at the latest with the test. */
export function startCli(home: string, words: string[], env: Record<string, string> = {}): RunningCli {
  const child = spawn(process.execPath, ['server/cli.js', ...words], {
    cwd: root,
    env: { ...process.env, FRONTDESK_HOME: home, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    processId: child.pid as number,
    output,
    async end(signal = 'SIGINT') {
      child.kill(signal);
      return { code: await ended, ...output };
    },
  };
}

/** Runs `frontdesk …` at a terminal of its own (`script`), at which `input` is typed; the output has both streams. */
export function runInTerminal(home: string, words: string[], input: string): Promise<Finished> {
  const line = [process.execPath, 'server/cli.js', ...words].join(' ');
  return finish('/usr/bin/script', ['-qec', line, '/dev/null'], { FRONTDESK_HOME: home }, input);
}

/**
 * Runs `frontdesk …` and writes lines to it until it has printed as many lines or ended; then closes its input. For
 * programs that stop when their input ends.
 */
export async function talkToCli(words: string[], env: Record<string, string>, lines: string[]): Promise<Finished> {
  const child = spawn(process.execPath, ['server/cli.js', ...words], { cwd: root, env: { ...process.env, ...env } });
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const answered = new Promise<void>((resolve) => {
    child.stdout.on('data', () => output.stdout.split('\n').length > lines.length && resolve());
  });
  // The program may have ended before it reads.
  child.stdin.on('error', () => {}).write(lines.map((line) => `${line}\n`).join(''));
  await Promise.race([answered, ended]);
  child.stdin.end();
  return { code: await ended, ...output };
}

async function finish(file: string, words: string[], env: Record<string, string>, input: string): Promise<Finished> {
  const child = spawn(file, words, { cwd: root, env: { ...process.env, ...env } });
  child.stdin.end(input);
  const output = collect(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}

/** Runs a command with `--json` on an existing data folder; returns its output. The command must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export async function cliJson(home: string, words: string[]): Promise<any> {
  if (words[0] !== 'restore') await makeHome(home);
  const { code, stdout, stderr } = await runCli(home, [...words, '--json']);
  if (code !== 0) throw new Error(`frontdesk ${words.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

export interface ServerProcess {
  url: string;
  /** Process id of the server, or of its wrapper. */
  processId: number;
  output: { stdout: string; stderr: string };
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
  /** Sends the signal and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Spawns the server, optionally under a `wrapper` such as `prlimit`; or another `program` that is one. */
export function spawnServer(
  home: string,
  env: Record<string, string> = {},
  wrapper: string[] = [],
  program = 'server/main.ts',
) {
  const [file = '', ...words] = [...wrapper, process.execPath, program];
  const child = spawn(file, words, {
    cwd: root,
    env: { ...process.env, FRONTDESK_HOME: home, FRONTDESK_PORT: '0', FRONTDESK_LOG: 'warn', ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: collect(child) };
}

/** Starts the server as a process and waits until it is ready. */
export async function startServerProcess(
  home: string,
  env?: Record<string, string>,
  wrapper?: string[],
  program?: string,
): Promise<ServerProcess> {
  const { child, ended, output } = spawnServer(home, env, wrapper, program);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const ready = /^Frontdesk is ready at (\S+)$/m.exec(output.stdout);
      if (ready?.[1]) resolve(ready[1]);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${output.stderr}`)));
  });
  return {
    url,
    processId: child.pid as number,
    output,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

function collect(child: ReturnType<typeof spawn>): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return output;
}
