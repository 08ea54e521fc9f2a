import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** EXT4_IOC_SHUTDOWN with NOLOGFLUSH: from here on nothing reaches the disk, as when the power goes. */
const cutPower = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))`;

/** An ext4 file system in a file, whose power can be cut. */
export interface Ext4Disk {
  folder: string;
  cut(): void;
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
    cut: () => void run('python3', '-c', cutPower, folder),
    remount() {
      run('umount', folder);
      mount();
    },
  };
}
