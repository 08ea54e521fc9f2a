import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * EXT4_IOC_SHUTDOWN with NOLOGFLUSH: from here on nothing reaches the disk, as when the power goes. Prints the moment
 * before it, in nanoseconds of the clock that Node's `hrtime` reads.
 */
const cutPower = `import fcntl, os, struct, sys, time
folder = os.open(sys.argv[1], os.O_RDONLY)
at = time.monotonic_ns()
fcntl.ioctl(folder, 0x8004587D, struct.pack('I', 2))
print(at)`;

const runBeside = promisify(execFile);

/** An ext4 file system in a file, whose power can be cut. */
export interface Ext4Disk {
  folder: string;
  /** Answers when, by `process.hrtime`: what is told from then on could not have been told without power. */
  cut(): Promise<bigint>;
  /** Takes it off and mounts it again, as a start after the cut does. */
  remount(): void;
}

/** Mounts an ext4 file system of its own; null where this user or machine cannot. Gone after the test. */
export async function mountExt4(megabytes: number): Promise<Ext4Disk | null> {
  const place = await temporaryFolder();
  const [image, folder] = [join(place, 'image'), join(place, 'disk')];
  const run = (file: string, ...words: string[]) => execFileSync(file, words, { stdio: 'pipe' });
  const mount = () => run('mount', '-o', 'loop', image, folder);
  await mkdir(folder);
  try {
    run('truncate', '-s', `${megabytes}M`, image);
    run('mkfs.ext4', '-q', '-F', image);
    run('python3', '--version');
    mount();
  } catch {
    return null;
  }
  onTestFinished(() => void run('umount', '-l', folder));
  return {
    folder,
    cut: async () => BigInt((await runBeside('python3', ['-c', cutPower, folder])).stdout.trim()),
    remount() {
      run('umount', folder);
      mount();
    },
  };
}
