import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests one folder for all it makes, so that nothing stays behind of a worker that was ended. What
 * their processes compile is kept from run to run: it halves the start of each.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'frontdesk-tests-'));
  // PostgreSQL runs as another user, whose folder lies in it: that one may pass, and list nothing.
  await chmod(root, 0o711);
  process.env.TMPDIR = root;
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  return () => rm(root, { recursive: true, force: true, maxRetries: 5 });
}
