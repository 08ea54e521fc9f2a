import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs npm's commands in a separate folder; our package.json stays as it is. No package runs a script unless
 * the command says `--ignore-scripts=false`, regardless of settings inherited from our `.npmrc`. Does nothing if all
 * commands have succeeded before.
 */
export function installPeer(place: string, commands: string[][], env: Record<string, string> = {}): void {
  const mark = join(place, 'installed');
  if (existsSync(mark)) return;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  for (const words of commands) {
    execFileSync('npm', ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', ...words], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
  }
  writeFileSync(mark, '');
}
