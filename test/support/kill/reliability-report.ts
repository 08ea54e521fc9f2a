import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
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

/**
 * `npm run test:reliability` at its full counts writes the table that is kept in the repository; a run of some suites, or
 * of fewer rounds, sets `RELIABILITY_RESULTS` to another file.
 */
const resultsFile =
  process.env.RELIABILITY_RESULTS ?? fileURLToPath(new URL('../../../reliability-results.json', import.meta.url));

interface Results {
  machine: { cpu: string | undefined; cores: number; memoryGb: number; system: string; node: string };
  beganAt: string;
  endedAt: string | null;
  suites: Record<string, ReliabilityRow & { at: string }>;
}

const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8'));

const writeResults = (results: Results): void => writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);

/** Adds the row of a suite to the table. */
export function reportReliability(suite: string, row: ReliabilityRow): void {
  const results = readResults();
  results.suites[suite] = { ...row, at: new Date().toISOString() };
  writeResults(results);
}

/** The global set-up of the long suites: begins a new table, and prints it when all have ended. */
export default function setUp(): () => void {
  const all = cpus();
  const machine = {
    cpu: all[0]?.model,
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.version,
  };
  writeResults({ machine, beganAt: new Date().toISOString(), endedAt: null, suites: {} });
  return () => {
    const results = readResults();
    writeResults({ ...results, endedAt: new Date().toISOString() });
    console.table(Object.fromEntries(Object.entries(results.suites).map(([suite, { at, ...row }]) => [suite, row])));
  };
}
