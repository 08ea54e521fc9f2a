import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../server/app.ts';
import { freePort } from './free-port.ts';

const radicaleProgram = '/usr/bin/radicale';

/** Why the tests with a real CalDAV server are skipped; null when it is installed. */
export const withoutRadicale = existsSync(radicaleProgram)
  ? null
  : 'Radicale is not on this machine (apt-get install radicale)';

/** Starts Debian's Radicale on a free port in its own folder, with one user. */
export async function startRadicale(user: string, password: string, port?: number, kept?: string) {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'frontdesk-radicale-')));
  const taken = port ?? (await freePort());
  await writeFile(join(folder, 'users'), `${user}:${password}\n`);
  const settings = [
    `[server]\nhosts = 127.0.0.1:${taken}`,
    `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain\ndelay = 0`,
    `[storage]\nfilesystem_folder = ${join(folder, 'collections')}`,
  ];
  await writeFile(join(folder, 'config'), `${settings.join('\n')}\n`);
  const child = spawn(radicaleProgram, ['--config', join(folder, 'config')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${taken}`;
  await eventually(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    port: taken,
    folder,
    async stop() {
      child.kill();
      await ended;
    },
    async remove() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
