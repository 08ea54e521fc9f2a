import { workerData } from 'node:worker_threads';
import { serveParts } from '../../platform/running/workers.ts';
import { parseImport } from './parse-import.ts';

serveParts(parseImport(workerData));
