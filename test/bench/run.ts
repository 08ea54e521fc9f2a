import { execFileSync } from 'node:child_process';

/**
 * Runs the benchmarks one after the other, each in its own process; the figures go to bench-results.json. `npm run bench`
 * runs all, `npm run bench -- reads lists` only those.
 */
const all = [
  'start',
  'reads',
  'writes',
  'streams',
  'lists',
  'deliveries',
  'contacts',
  'crm',
  'campaigns',
  'flows',
  'cloud-webhooks',
  'spreadsheet',
  'knowledge-indexing',
];
const wanted = process.argv.slice(2).filter((argument) => all.includes(argument));

for (const name of wanted.length > 0 ? wanted : all) {
  execFileSync(process.execPath, [new URL(`./${name}.ts`, import.meta.url).pathname], { stdio: 'inherit' });
}
