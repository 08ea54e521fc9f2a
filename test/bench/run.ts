import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

/**
 * Runs the benchmarks one after the other, each in its own process; the figures go to bench-results.json. `npm run bench`
 * runs all, `npm run bench -- reads lists` only those.
 */
const all = [
  'load/start',
  'load/reads',
  'load/writes',
  'load/streams',
  'load/lists',
  'load/console',
  'areas/deliveries',
  'areas/contacts',
  'areas/crm',
  'areas/campaigns',
  'areas/flows',
  'areas/cloud-webhooks',
  'areas/spreadsheet',
  'knowledge/knowledge-indexing',
];
const wanted = all.filter((path) => process.argv.slice(2).includes(basename(path)));

for (const path of wanted.length > 0 ? wanted : all) {
  execFileSync(process.execPath, [new URL(`./${path}.ts`, import.meta.url).pathname], { stdio: 'inherit' });
}
