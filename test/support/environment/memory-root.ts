import { statfs } from 'node:fs/promises';

const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/**
 * Writes test data to memory where possible (Linux, unless TMPDIR is set): on a disk the tests would wait for thousands
 * of commits. A crash leaves the same there, since no test cuts the power.
 */
export default async function setup(): Promise<void> {
  if (process.env.TMPDIR) return;
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize > roomNeeded) process.env.TMPDIR = memory;
}
