import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const [postgresBin = null] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
const isRoot = process.getuid?.() === 0;

/** Why there is no real PostgreSQL for tests and benchmarks; null when it is installed. */
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

/**
 * Starts Debian's PostgreSQL on a free port in its own folder. `isDurable` keeps its default settings; without it, it
 * does not wait for the disk.
 */
export async function startPostgres({ isDurable = false, within = tmpdir() } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(within, 'frontdesk-postgres-'));
  // Its user must be able to enter.
  await chmod(folder, 0o755);
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
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1${isDurable ? '' : ' -c fsync=off'}`;
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
