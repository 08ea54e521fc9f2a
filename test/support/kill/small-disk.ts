import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../environment/temporary-folder.ts';

/**
 * EXT4_IOC_SHUTDOWN with NOLOGFLUSH: nothing reaches the disk any more, as after a power cut. Prints the moment before
 * it, in nanoseconds of the clock of Node's `hrtime`.
 */
const cutPower = `import fcntl, os, struct, sys, time
folder = os.open(sys.argv[1], os.O_RDONLY)
at = time.monotonic_ns()
fcntl.ioctl(folder, 0x8004587D, struct.pack('I', 2))
print(at)`;

/** Mounts a small file system in memory until the test ends. Returns its folder; null when this user may not mount. */
export async function mountTmpfs(megabytes: number): Promise<string | null> {
  const folder = join(await temporaryFolder(), 'disk');
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Fills the remaining space of a disk with one file. */
export async function fillUp(file: string): Promise<void> {
  const block = randomBytes(64 * 1024);
  try {
    for (;;) await writeFile(file, block, { flag: 'a' });
  } catch (error) {
    expect((error as { code: string }).code).toBe('ENOSPC');
  }
}

const runBeside = promisify(execFile);

/** An ext4 file system in a file, whose power can be cut. */
export interface Ext4Disk {
  folder: string;
  /** Cuts the power and returns when (`process.hrtime`): later acknowledgements could not have been sent. */
  cut(): Promise<bigint>;
  /** Unmounts and mounts it again, like a start after the cut. */
  remount(): void;
}

/** Mounts a new ext4 file system until the test ends; null when this user or machine cannot. */
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
