import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Started {
  npm: ChildProcess;
  /** The server's address at each start. */
  urls(): string[];
}

/** Runs the README's command in its own process group, which ends with the test. */
export async function npmStart(home: string): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, FRONTDESK_HOME: home, FRONTDESK_PORT: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  onTestFinished(async () => {
    if (npm.exitCode !== null || npm.signalCode !== null) return;
    process.kill(-(npm.pid as number), 'SIGTERM');
    await ended;
  });
  let text = '';
  const urls = () => [...text.matchAll(/^Frontdesk is ready at (\S+)$/gm)].map((match) => match[1] as string);
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', (chunk) => {
      text += chunk;
      if (urls().length > 0) resolve();
    });
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return { npm, urls };
}
