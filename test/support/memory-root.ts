import { statfs } from 'node:fs/promises';

const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/**
 * Puts what the tests write into memory where there is room (Linux, and nobody has named another place by TMPDIR): on a
 * disk they wait for each of thousands of commits. What a crash leaves is the same there, since no test pulls the plug.
 */
export default async function setup(): Promise<void> {
  if (process.env.TMPDIR) return;
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize > roomNeeded) process.env.TMPDIR = memory;
}
