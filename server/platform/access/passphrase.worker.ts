import { scryptSync } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority, serveResult } from '../running/workers.ts';

lowerThreadPriority();
const { passphrase, salt, bytes } = workerData as { passphrase: string; salt: string; bytes: number };
serveResult(scryptSync(passphrase, salt, bytes).toString('hex'));
