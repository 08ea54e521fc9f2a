import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Keeps what is in memory, messages and tokens, out of what a crash leaves on the disk. No diagnostic report is written,
 * which would hold the environment. On Linux a core dump holds no memory, and where `prlimit` is there (util-linux) none
 * is written: the registers alone hold pieces of texts. Both pass on to processes that are started from here. Elsewhere a
 * process leaves no core dump unless its owner has asked for one.
 */
export function keepMemoryOutOfDumps(): void {
  const none = { reportOnFatalError: false, reportOnUncaughtException: false, reportOnSignal: false, excludeEnv: true };
  Object.assign(process.report, none);
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may hide it.
  }
  spawnSync('/usr/bin/prlimit', ['--pid', String(process.pid), '--core=0:0']);
}
