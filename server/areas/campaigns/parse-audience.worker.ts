import { workerData } from 'node:worker_threads';
import { serveParts } from '../../platform/workers.ts';
import { parseAudience } from './parse-audience.ts';

serveParts(parseAudience(workerData));
