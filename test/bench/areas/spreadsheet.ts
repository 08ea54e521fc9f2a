import { runInWorker, workerFile } from '../../../server/platform/running/workers.ts';
import { makeWorkbook } from '../../support/files/workbook.ts';
import { median, round, writeResults } from '../support.ts';

/** Appends rows one at a time to a workbook of 20,000 rows with ten cells each. */
const rows = 20_000;
const turns = 5;

const cell = (reference: string, value: string | number) =>
  typeof value === 'number'
    ? `<c r="${reference}"><v>${value}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const line = (number: number, values: (string | number)[]) =>
  `<row r="${number}">${values.map((value, column) => cell(`${'ABCDEFGHIJ'[column]}${number}`, value)).join('')}</row>`;
const names = ['Pedido', 'Cliente', 'Fone', 'Total', 'Frete', 'Status', 'Dia', 'Nota', 'Origem', 'Frontdesk event'];
const lines = Array.from({ length: rows }, (_, index) =>
  line(index + 2, [`o${index}`, 'Rui', '+5511', index / 4, 5.5, 'DONE', 46_000, 'sem cebola', 'BOT', `evt_${index}`]),
);
let bytes: Uint8Array = await makeWorkbook({ Pedidos: `<sheetData>${line(1, names)}${lines.join('')}</sheetData>` });

const writer = import.meta.resolve('../../../server/areas/integrations/connectors/spreadsheet/write-workbook.ts');
const file = workerFile(writer, 'write-rows.worker');
const limits = { timeoutMs: 60_000, heapMb: 512, buffersMb: 256 };
const wall: number[] = [];
const cpu: number[] = [];
for (let turn = 0; turn < turns; turn++) {
  const values = { Pedido: `n${turn}`, Total: 101.25, 'Frontdesk event': `new_${turn}` };
  const row = { values, keyColumn: 'Frontdesk event', ifThere: 'keep', timezone: 'America/Sao_Paulo' };
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  const { result } = await runInWorker<{ result: { bytes: Uint8Array } }>(
    file,
    { kind: 'xlsx', bytes, sheet: null, row },
    limits,
  );
  wall.push(performance.now() - startedAt);
  const used = process.cpuUsage(usedBefore);
  cpu.push((used.user + used.system) / 1_000);
  bytes = result.bytes;
}
writeResults('spreadsheet', {
  [`a row more in ${rows} rows, ms`]: round(median(wall)),
  'of which CPU, ms': round(median(cpu)),
});
