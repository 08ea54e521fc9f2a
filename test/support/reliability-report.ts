import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What a suite went through. What is unknown to a suite stays out of its row. */
export interface ReliabilityRow {
  runs: number;
  faults: number;
  requests: number;
  /** Acknowledged and not there afterwards. */
  lost?: number;
  /** There more than once. */
  doubled?: number;
  /** Files, processes, jobs or connections that stayed behind. */
  leaked?: number;
  note: string;
}

const resultsFile = fileURLToPath(new URL('../../reliability-results.json', import.meta.url));

type Results = Record<string, ReliabilityRow & { at: string; cpu: string | undefined; node: string }>;

const readResults = (): Results => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {});

/** Adds the row of a suite to `reliability-results.json`, in place of its row of an earlier run. */
export function reportReliability(suite: string, row: ReliabilityRow): void {
  const results = readResults();
  results[suite] = { ...row, at: new Date().toISOString(), cpu: cpus()[0]?.model, node: process.version };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}

/** The global set-up of the long suites: begins a new table, and prints it when all have ended. */
export default function setUp(): () => void {
  rmSync(resultsFile, { force: true });
  return () => {
    const rows = Object.entries(readResults()).map(([suite, { at, cpu, node, ...row }]) => [suite, row]);
    console.table(Object.fromEntries(rows));
  };
}
