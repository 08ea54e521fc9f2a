import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Keeps memory contents such as messages and tokens out of crash files. Disables diagnostic reports, which would
 * contain the environment. On Linux, core dumps contain no memory, and with `prlimit` (util-linux) none are written,
 * since even registers hold pieces of text. Child processes inherit both. Elsewhere a process only dumps core if its
 * owner asked for it.
 */
export async function keepMemoryOutOfDumps(): Promise<void> {
  const none = { reportOnFatalError: false, reportOnUncaughtException: false, reportOnSignal: false, excludeEnv: true };
  Object.assign(process.report, none);
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may hide this file.
  }
  if (coreIsForbidden()) return;
  const { spawn } = await import('node:child_process');
  // Its end is not awaited: a start would take 30 ms longer.
  const limiting = spawn('/usr/bin/prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' });
  limiting.on('error', () => {}).unref();
}

/** Most systems forbid core files at first: then no process has to be started, which every command would wait for. */
function coreIsForbidden(): boolean {
  try {
    return /^Max core file size +0 /m.test(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return false;
  }
}
