import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from '../../server/launch/build-once.js';
import { startPostgres, withoutPostgres } from '../support/environment/postgres.ts';
import { type Load, load } from './load/load.ts';
import { installDirectus, startDirectus } from './peer/directus.ts';
import { ask, type LeadServer, lead } from './peer/lead-server.ts';
import { installParse, startParse } from './peer/parse.ts';
import {
  atLeast,
  cli,
  type Figure,
  median,
  pinLoadGenerator,
  round,
  startFrontdesk,
  withTemporaryHome,
  writeResults,
} from './support.ts';

/**
 * The same work by Frontdesk, by Directus on SQLite and by Parse Server on PostgreSQL, in turns: create a lead, read one,
 * list the newest 50 with their total, at 50 connections. The others are installed from npm into folders of their own,
 * which are reused: BENCH_PEER for Directus, BENCH_PEER_PARSE for Parse Server. PostgreSQL is Debian's, with its default
 * settings.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const rows = Number(process.env.BENCH_ROWS ?? 10_000);
const rowsAtOnce = 20;
const createsPerRound = 50_000;

const works = { create: 'create a lead', read: 'read a lead', list: 'list 50 leads' };
type Work = keyof typeof works;
type Runs = Record<Work, Load[]>;

interface Side {
  server: LeadServer;
  ids: string[];
  runs: Runs;
}

async function startOurs(home: string): Promise<LeadServer> {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const { url, stop } = await startFrontdesk(home);
  const agent = await ask({ url, key }, { method: 'POST', path: '/api/ai-agents', body: { name: 'Bia' } });
  return {
    url,
    key,
    create: (index) => ({ method: 'POST', path: '/api/leads', body: { ...lead(index), aiAgentId: agent.id } }),
    idOf: (answer) => answer.id,
    read: (id) => ({ method: 'GET', path: `/api/leads/${id}` }),
    list: { method: 'GET', path: '/api/leads?limit=50' },
    totalOf: (answer) => answer.total,
    stop,
  };
}

/** Creates the first leads; throws unless all of them are counted. */
async function fill(server: LeadServer): Promise<Side> {
  const ids: string[] = [];
  for (let index = 0; index < rows; index += rowsAtOnce) {
    const some = Array.from({ length: rowsAtOnce }, (_, offset) => ask(server, server.create(index + offset)));
    ids.push(...(await Promise.all(some)).map(server.idOf));
  }
  const total = server.totalOf(await ask(server, server.list));
  if (total !== ids.length) throw new Error(`${server.url} counts ${total} of ${ids.length} leads`);
  return { server, ids, runs: { create: [], read: [], list: [] } };
}

async function measure({ server, ids, runs }: Side, turn: number): Promise<void> {
  const { url, key } = server;
  const from = rows + turn * createsPerRound;
  const creates = Array.from({ length: createsPerRound }, (_, index) => server.create(from + index));
  runs.list.push(await load(url, key, [server.list]));
  runs.read.push(await load(url, key, ids.map(server.read)));
  runs.create.push(await load(url, key, creates));
}

const speed = (runs: Load[]): number => median(runs.map((run) => run.requestsPerSecond));

/** A row for each work; a ratio with a goal is held to it. */
function compare(name: string, ours: Runs, theirs: Runs, goals: Partial<Record<Work, number>>) {
  const row = (work: Work): Record<string, Figure> => {
    const ratio = round(speed(ours[work]) / speed(theirs[work]), 1);
    const goal = goals[work];
    return {
      'Frontdesk, requests/s': round(speed(ours[work]), 0),
      'peer, requests/s': round(speed(theirs[work]), 0),
      ratio: goal === undefined ? ratio : atLeast(ratio, goal),
      'Frontdesk, p99 ms': round(median(ours[work].map((run) => run.p99Ms))),
      'peer, p99 ms': round(median(theirs[work].map((run) => run.p99Ms))),
    };
  };
  return Object.fromEntries((Object.keys(works) as Work[]).map((work) => [`${name}, ${works[work]}`, row(work)]));
}

// A build that fails ends this process, which then leaves no server behind.
await buildServer();
installDirectus();
if (withoutPostgres) console.log(`Parse Server cannot be compared: ${withoutPostgres}`);
else installParse();
await withTemporaryHome(async (home) => {
  // Before this process is pinned: PostgreSQL may use both cores.
  const postgres = withoutPostgres ? null : await startPostgres({ isDurable: true, within: process.env.BENCH_TMP });
  pinLoadGenerator();
  const servers: LeadServer[] = [];
  const begin = async (name: string, start: (folder: string) => Promise<LeadServer>): Promise<Side> => {
    const folder = join(home, name);
    mkdirSync(folder);
    const server = await start(folder);
    servers.push(server);
    return fill(server);
  };
  try {
    const ours = await begin('frontdesk', startOurs);
    const directus = await begin('directus', startDirectus);
    const parse = postgres && (await begin('parse', (folder) => startParse(folder, postgres)));
    const sides = [ours, directus, ...(parse ? [parse] : [])];
    for (let turn = 0; turn < rounds; turn++) for (const side of sides) await measure(side, turn);
    writeResults('peer', {
      ...compare('Directus', ours.runs, directus.runs, { create: 25, list: 25 }),
      ...(parse ? compare('Parse', ours.runs, parse.runs, { create: 3, read: 8, list: 15 }) : {}),
    });
  } finally {
    for (const { stop } of servers) await stop();
    await postgres?.remove();
  }
});
