import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from './database.ts';

const handle = openSqlite(workerData as string);

// It takes no lock that a reader or a writer waits for.
parentPort?.on('message', () => parentPort?.postMessage(handle.pragma('wal_checkpoint(PASSIVE)')));
