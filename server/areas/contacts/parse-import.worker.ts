import { workerData } from 'node:worker_threads';
import { serveParts } from '../../platform/workers.ts';
import { parseImport } from './parse-import.ts';

serveParts(parseImport(workerData));
