import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cli, type Figure, median, type RunningServer, round, startFrontdesk } from '../support.ts';
import type { Caller } from './prepare.ts';

const starts = 5;

/** Of each data folder, the median time from the spawn of a server to its ready line, in ms. They take turns. */
export async function timeStarts(homes: string[]): Promise<number[]> {
  const times: number[][] = homes.map(() => []);
  for (let turn = 0; turn < starts; turn++) {
    for (const [index, home] of homes.entries()) {
      const server = await startFrontdesk(home);
      times[index]?.push(server.readyMs);
      await server.stop();
    }
  }
  return times.map((each) => round(median(each), 0));
}

/** Resident memory of a server; Linux only. */
export function readMemoryMiB({ process: { pid } }: RunningServer): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return round(Number(kilobytes) / 1_024, 0);
}

export const sizeMiB = (file: string): number => round(statSync(file).size / 2 ** 20, 0);

/** Seconds that the command `backup` takes while a server runs. */
export async function timeBackup(home: string): Promise<number> {
  const file = join(home, 'growth.backup');
  const startedAt = performance.now();
  await cli(home, 'backup', file);
  const seconds = (performance.now() - startedAt) / 1_000;
  await rm(file);
  return round(seconds, 1);
}

/** Receives the export of everything. */
export async function timeExport({ url, headersFor }: Caller): Promise<Record<string, Figure>> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/owner/export`, { headers: headersFor('/owner/export') });
  if (response.body === null || !response.ok) throw new Error(`The export answered ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  const seconds = (performance.now() - startedAt) / 1_000;
  return { 'export, s': round(seconds, 1), 'export, MiB': round(bytes / 2 ** 20, 0) };
}
