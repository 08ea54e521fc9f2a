import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/environment/free-port.ts';
import type { PostgresServer } from '../../support/environment/postgres.ts';
import { installPeer } from './install-peer.ts';
import { ask, type LeadServer, lead } from './lead-server.ts';
import { startPeer } from './start-peer.ts';

/** The newest 8: version 9 asks for PostgreSQL 16, Debian 12 has 15. */
const version = '8.6.94';
const place = process.env.BENCH_PEER_PARSE ?? join(tmpdir(), `frontdesk-peer-parse-${version}`);
const masterKey = 'bench-master-key';

export const installParse = (): void => installPeer(place, [['install', `parse-server@${version}`]]);

/** Starts Parse Server on a PostgreSQL with a class of leads, indexed for the list. */
export async function startParse(home: string, postgres: PostgresServer): Promise<LeadServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { user, password, database } = postgres;
  const config = {
    ...{ appId: 'bench', masterKey, mountPath: '/parse', serverURL: `${url}/parse` },
    ...{ host: '127.0.0.1', port, logLevel: 'error', logsFolder: null, silent: true },
    databaseURI: `postgres://${user}@127.0.0.1:${postgres.port}/${database}`,
    // In the URI it would be taken as it is encoded.
    databaseOptions: { password },
  };
  writeFileSync(join(home, 'parse.json'), JSON.stringify(config));
  const program = join(place, 'node_modules/parse-server/bin/parse-server');
  const stop = await startPeer([process.execPath, program, join(home, 'parse.json')], {
    home,
    env: { ...process.env, NODE_ENV: 'production' },
    healthUrl: `${url}/parse/health`,
  });
  // Like a key of ours with all scopes, it saves Parse Server from judging each row.
  const headers = { 'X-Parse-Application-Id': 'bench', 'X-Parse-Master-Key': masterKey };
  const fields = Object.fromEntries(['name', 'phone', 'email'].map((field) => [field, { type: 'String' }]));
  const body = { className: 'Lead', fields, indexes: { newest: { createdAt: 1 } } };
  await ask({ url, key: masterKey }, { method: 'POST', path: '/parse/schemas/Lead', headers, body });
  // Without a condition the count is PostgreSQL's estimate.
  const all = encodeURIComponent(JSON.stringify({ objectId: { $exists: true } }));
  return {
    url,
    key: masterKey,
    create: (index) => ({ method: 'POST', path: '/parse/classes/Lead', body: lead(index), headers }),
    idOf: (answer) => answer.objectId,
    read: (id) => ({ method: 'GET', path: `/parse/classes/Lead/${id}`, headers }),
    list: { method: 'GET', path: `/parse/classes/Lead?limit=50&order=-createdAt&count=1&where=${all}`, headers },
    totalOf: (answer) => answer.count,
    stop,
  };
}
