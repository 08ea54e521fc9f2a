import { workerData } from 'node:worker_threads';
import { serveParts, stepBack } from '../../platform/workers.ts';
import { parseImport } from './parse-import.ts';

stepBack();
serveParts(parseImport(workerData));
