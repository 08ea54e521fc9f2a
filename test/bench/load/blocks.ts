import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCaller } from '../growth/prepare.ts';
import { atMost, type Goal, median, round, startFrontdesk, withTemporaryHome, writeResults } from '../support.ts';

/**
 * Measures the longest block of the event loop for each read, with the most expensive arguments of its schema over 50,000
 * rows in every growing table, and for other expensive operations. Prints those above the goal, and the longest of the
 * rest.
 */
const goalMs = 50;
/** The first request warms up. */
const times = 3;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const loopWatch = fileURLToPath(new URL('../blocks/watch-loop.js', import.meta.url));

interface Prepared {
  key: string;
  everything: Record<string, string>;
  reads: { path: string }[];
}

function prepare(home: string, file: string): Prepared {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '--config', 'test/bench/vitest.config.ts'];
  const env = { ...process.env, BLOCKS_HOME: home, BLOCKS_FILE: file };
  const { status } = spawnSync(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The shop could not be made');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Other requests; `body` is built for each attempt. */
const writes = ({ everything }: Prepared): [method: string, path: string, body: () => unknown][] => {
  const { agent, otherAgent, campaign } = everything;
  const people = Array.from({ length: 10_000 }, (_, index) => `+55119${80_000_000 + index}`);
  const csv = `phone,name,email,tags\n${people.map((number) => `${number},Ana,${number}@example.com,vip; novo`).join('\n')}`;
  const rows = people.map((number) => ({ phone: number, name: 'Ana', variables: { nome: 'Ana' } }));
  const audience = `/api/marketing-campaigns/${campaign}/audience`;
  return [
    ['POST', `/api/ai-agents/${agent}/eval`, () => ({})],
    ['POST', '/api/marketing-campaigns/audience/contacts', () => ({})],
    ['POST', '/api/marketing-campaigns/audience/csv/validate', () => ({ csv })],
    ['POST', '/owner/contacts/import-preview', () => ({ csv })],
    ['POST', '/api/contacts/import', () => ({ csv })],
    ['PUT', audience, () => ({ rows })],
    ['POST', `/api/marketing-campaigns/${campaign}/duplicate`, () => ({})],
    ['POST', '/owner/contacts/delete', () => ({ ids: people.slice(0, 500).map((_, index) => `ct_copy_${index + 1}`) })],
    ['POST', '/api/quick-replies', () => ({ shortcut: '/long', content: 'x'.repeat(6_000_000) })],
    ['DELETE', `/api/ai-agents/${agent}/reassign/${otherAgent}`, () => undefined],
  ];
};

await withTemporaryHome(async (folder) => {
  const home = join(folder, 'home');
  const prepared = prepare(home, join(folder, 'prepared.json'));
  const watchFile = join(folder, 'watch-port');
  const server = await startFrontdesk(home, { NODE_OPTIONS: `--import ${loopWatch}`, WATCH_FILE: watchFile });
  while (!existsSync(watchFile)) await new Promise((resolve) => setTimeout(resolve, 20));
  const watch = `http://127.0.0.1:${readFileSync(watchFile, 'utf8')}/`;
  const readLongest = async (): Promise<number> => Number(await (await fetch(watch)).text());
  const { headersFor } = await makeCaller(home, server.url, prepared.key);

  async function measure(method: string, path: string, body?: unknown): Promise<number> {
    await readLongest();
    const headers = { ...headersFor(path), 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(server.url + path, { method, headers, ...sent });
    await response.arrayBuffer();
    return readLongest();
  }

  const longest = new Map<string, number>();
  const note = (name: string, ms: number) => longest.set(name, Math.max(ms, longest.get(name) ?? 0));
  const nameOf = (path: string): string =>
    (path.split('?')[0] as string).replaceAll(/\/[a-z]+_[^/]+|\/%2B\d+/g, '/{id}');
  for (const { path } of prepared.reads) {
    const all: number[] = [];
    for (let time = 0; time < times; time++) all.push(await measure('GET', path));
    note(`GET ${nameOf(path)}`, median(all));
  }
  // Loads the words of the language, once per server process.
  const firstEvaluation = await measure('POST', `/api/ai-agents/${prepared.everything.otherAgent}/eval`, {});
  for (const [method, path, body] of writes(prepared))
    note(`${method} ${nameOf(path)}`, await measure(method, path, body()));
  await server.stop();

  const sorted = [...longest].toSorted(([, one], [, other]) => other - one);
  const within = sorted.filter(([, ms]) => ms <= goalMs);
  const over = sorted.filter(([, ms]) => ms > goalMs);
  const figures: [string, Goal][] = [...over, ...within.slice(0, 20)].map(([name, ms]) => [
    name,
    atMost(round(ms, 1), goalMs),
  ]);
  writeResults('longest block of the event loop, ms', {
    ...Object.fromEntries(figures),
    'first evaluation of a server': round(firstEvaluation, 1),
    'operations measured': sorted.length,
    'of those within the goal': within.length,
  });
});
