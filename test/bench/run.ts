import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { listMissed, round } from './support.ts';

/**
 * Runs the benchmarks one after the other, each in its own process; the figures go to bench-results.json. `npm run bench`
 * runs all, `npm run bench -- reads lists` only those. A missed goal is a verdict; a benchmark that throws makes it exit
 * with 1, after the others.
 */
const all = [
  'load/start',
  'load/reads',
  'load/writes',
  'load/streams',
  'load/lists',
  'load/blocks',
  'load/console',
  'load/soak',
  'load/damage-check',
  'areas/deliveries',
  'areas/deliveries-faults',
  'areas/contacts',
  'areas/customers',
  'areas/crm',
  'areas/campaigns',
  'areas/flows',
  'areas/replies',
  'areas/cloud-webhooks',
  'areas/spreadsheet',
  'knowledge/knowledge-indexing',
  'knowledge/scale',
  'growth',
];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.some((path) => basename(path) === name));
if (unknown.length > 0) throw new Error(`No such benchmark: ${unknown.join(', ')}`);
const wanted = names.length > 0 ? all.filter((path) => names.includes(basename(path))) : all;

const startedAt = new Date();
const shops = mkdtempSync(join(process.env.BENCH_TMP ?? tmpdir(), 'frontdesk-bench-shops-'));
const failed: string[] = [];
for (const path of wanted) {
  const from = Date.now();
  const { status } = spawnSync(process.execPath, [new URL(`./${path}.ts`, import.meta.url).pathname], {
    stdio: 'inherit',
    env: { SOAK_MINUTES: '1', BENCH_SHOPS: shops, ...process.env },
  });
  if (status !== 0) failed.push(path);
  console.log(`${path} took ${round((Date.now() - from) / 1_000, 0)} s.`);
}

rmSync(shops, { recursive: true });

const missed = listMissed(startedAt.toISOString());
console.log(missed.length > 0 ? `\nMissed goals:\n  ${missed.join('\n  ')}` : '\nNo goal was missed.');
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
console.log(`Took ${round((Date.now() - startedAt.getTime()) / 60_000, 1)} minutes.`);
