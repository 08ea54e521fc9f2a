import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Keeps memory contents such as messages and tokens out of crash files. Disables diagnostic reports, which would
 * contain the environment. On Linux, core dumps contain no memory, and with `prlimit` (util-linux) none are written,
 * since even registers hold pieces of text. Child processes inherit both. Elsewhere a process only dumps core if its
 * owner asked for it.
 */
export function keepMemoryOutOfDumps(): void {
  const none = { reportOnFatalError: false, reportOnUncaughtException: false, reportOnSignal: false, excludeEnv: true };
  Object.assign(process.report, none);
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may hide this file.
  }
  // Not awaited: a start would take 30 ms longer.
  const limiting = spawn('/usr/bin/prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' });
  limiting.on('error', () => {}).unref();
}
