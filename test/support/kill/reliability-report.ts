import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Results of a suite; unknown ones are omitted. */
export interface ReliabilityRow {
  runs: number;
  faults: number;
  requests: number;
  /** Acknowledged but missing afterwards. */
  lost?: number;
  /** Present more than once. */
  doubled?: number;
  /** Leftover files, processes, jobs or connections. */
  leaked?: number;
  note: string;
}

/**
 * A full `npm run test:reliability` writes the table in the repository; a partial run sets `RELIABILITY_RESULTS` to
 * another file.
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

/** Adds a suite's row to the table. */
export function reportReliability(suite: string, row: ReliabilityRow): void {
  const results = readResults();
  results.suites[suite] = { ...row, at: new Date().toISOString() };
  writeResults(results);
}

/** Global set-up of the long suites: starts a new table, and prints it at the end. */
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
