import { scryptSync } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { serveResult, stepBack } from '../running/workers.ts';

stepBack();
const { passphrase, salt, bytes } = workerData as { passphrase: string; salt: string; bytes: number };
serveResult(scryptSync(passphrase, salt, bytes).toString('hex'));
