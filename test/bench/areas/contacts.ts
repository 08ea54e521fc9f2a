import { setTimeout as sleep } from 'node:timers/promises';
import { readCsv } from '../../../server/platform/text/csv.ts';
import {
  cli,
  pinLoadGenerator,
  startFrontdesk,
  summarize,
  timeEach,
  withTemporaryHome,
  writeResults,
} from '../support.ts';
import { whilePolling } from '../while-polling.ts';

/**
 * Imports and exports a file of 100,000 contacts with accents, while a second client requests `/healthz` every 5 ms; then
 * measures the lists of those contacts. Fails when a row comes back changed.
 */
const contacts = 100_000;
/** An export has at most 10,000 rows: each tag is one export. */
const groups = 10;
const names = [
  'José Antônio',
  'Conceição',
  'Ângela "Ninha"',
  'Müller, Jürgen',
  'Íñigo Peña',
  'Łukasz',
  '王小明',
  'Zoë',
];

const rows = Array.from({ length: contacts }, (_, index) => {
  const phone = `+55119${String(10_000_000 + index)}`;
  return { phone, name: `${names[index % names.length]} ${index}`, tag: `g${index % groups}` };
});
const csv = [
  'telefone;nome;tags',
  ...rows.map(({ phone, name, tag }) => `${phone};"${name.replaceAll('"', '""')}";${tag}`),
];

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const server = await startFrontdesk(home);
  const authorization = `Bearer ${key}`;
  const importFile = async (): Promise<Record<string, number>> => {
    const response = await fetch(`${server.url}/api/contacts/import`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ csv: csv.join('\r\n') }),
    });
    return (await response.json()) as Record<string, number>;
  };
  const exportAll = async (): Promise<number> => {
    const exported = new Map<string, string>();
    for (let group = 0; group < groups; group++) {
      const path = `/api/contacts/export?acknowledged=true&filter=tag:g${group}`;
      const response = await fetch(server.url + path, { headers: { authorization } });
      for (const { cells } of readCsv(await response.text()).rows)
        exported.set(cells[0] ?? '', `${cells[1]} ${cells[3]}`);
    }
    return rows.filter(({ phone, name, tag }) => exported.get(phone) === `${name} ${tag}`).length;
  };
  const [, idle] = await whilePolling(server.url, () => sleep(5_000));
  const [first, importing] = await whilePolling(server.url, importFile);
  const [second, repeating] = await whilePolling(server.url, importFile);
  const [equal, exporting] = await whilePolling(server.url, exportAll);
  if (first.created !== contacts || second.skipped !== contacts || equal !== contacts) {
    throw new Error(`Not all came back: ${JSON.stringify({ first, second, equal })}`);
  }
  const figures: Record<string, object> = { idle, import: importing, 'import again': repeating, export: exporting };
  const lists = [
    '',
    '&page=1000',
    '&search=jose',
    '&search=55',
    '&search=jose%2099999',
    '&filter=tag:g3',
    '&filter=withoutConversation',
    '&filter=tag:g3&search=jose',
    '&filter=withConversation',
  ];
  for (const query of lists) {
    const times = await timeEach(
      server.url,
      key,
      Array.from({ length: 50 }, () => `/api/contacts?limit=50${query}`),
    );
    figures[`list ${query}`] = summarize(times, 99);
  }
  await server.stop();
  writeResults('contacts', figures);
});
