import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pinServer } from '../support.ts';

/** Starts a server on its core and waits until `healthUrl` answers well. Returns how to stop it. */
export async function startPeer(
  command: string[],
  { home, env, healthUrl }: { home: string; env: NodeJS.ProcessEnv; healthUrl: string },
): Promise<() => Promise<void>> {
  const [file = '', ...words] = pinServer(command);
  const child = spawn(file, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await fetch(healthUrl).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
    await sleep(100);
  }
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}
