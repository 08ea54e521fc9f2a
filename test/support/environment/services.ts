import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../server/app.ts';

const run = promisify(execFile);

/** Returns a port that was just free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates a folder that another user may enter. */
async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `frontdesk-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

const [postgresBin = null] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
const isRoot = process.getuid?.() === 0;

/** Why the tests with a real PostgreSQL are skipped; null when it is installed. */
export const withoutPostgres =
  postgresBin === null ? 'PostgreSQL is not on this machine (apt-get install postgresql)' : null;

export interface PostgresServer {
  port: number;
  user: string;
  password: string;
  database: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts Debian's PostgreSQL on a free port in its own folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await makeFolder('postgres');
  const data = join(folder, 'data');
  const password = 'a secret for the test';
  const port = await freePort();
  await writeFile(join(folder, 'password'), password);
  // PostgreSQL refuses to run as root.
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), (await stat(folder)).gid);
  }
  const call = (tool: string, ...args: string[]) => {
    const [file = '', ...rest] = [...asUser, join(postgresBin ?? '', tool), ...args];
    return run(file, rest, { cwd: folder });
  };
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
  await call('initdb', '-D', data, '-U', 'shop', '--no-sync', '-E', 'UTF8', ...auth);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const server: PostgresServer = {
    ...{ port, user: 'shop', password, database: 'postgres' },
    async start() {
      await call('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start');
    },
    async stop() {
      await call('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
    },
    async remove() {
      await server.stop().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

const radicaleProgram = '/usr/bin/radicale';

/** Why the tests with a real CalDAV server are skipped; null when it is installed. */
export const withoutRadicale = existsSync(radicaleProgram)
  ? null
  : 'Radicale is not on this machine (apt-get install radicale)';

/** Starts Debian's Radicale on a free port in its own folder, with one user. */
export async function startRadicale(user: string, password: string, port?: number, kept?: string) {
  const folder = kept ?? (await makeFolder('radicale'));
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
