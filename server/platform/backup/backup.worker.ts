import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../running/workers.ts';
import { createBackup } from './backup.ts';
import type { BackupProof } from './backup-files.ts';
import type { BackupManifest } from './backup-format.ts';
import type { BackupAnswer, BackupTask } from './backup-tasks.ts';
import { stageRestore } from './restore.ts';
import { verifyBackup } from './verify-backup.ts';

const answer = (message: BackupAnswer): void => parentPort?.postMessage(message);

/** Writing and reading back take about equally long: half of the progress each. */
async function create(task: Extract<BackupTask, { kind: 'backup' }>): Promise<BackupProof> {
  await createBackup({ ...task, onProgress: (done) => answer({ progress: done * 50 }) });
  answer({ progress: 50 });
  return prove(task.target, verifyBackup(task.target), task.now);
}

async function prove(file: string, manifest: BackupManifest, now: string): Promise<BackupProof> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  // The key stays inside the backup.
  const { secretKey: _, ...rest } = manifest;
  return { ...rest, sha256: hash.digest('hex'), sizeBytes: (await stat(file)).size, verifiedAt: now };
}

async function run(task: BackupTask): Promise<unknown> {
  if (task.kind === 'backup') return create(task);
  if (task.kind === 'verify') return prove(task.file, verifyBackup(task.file), task.now);
  const { createdAt, blobCount } = (await stageRestore(task.home, task.file, task.now)).manifest;
  return { createdAt, blobCount };
}

lowerThreadPriority();
try {
  answer({ result: await run(workerData) });
} catch (error) {
  const { name, message } = error as Error;
  answer({ error: { name: (error as Error).constructor.name || name, message } });
}
