import { workerData } from 'node:worker_threads';
import { serveParts } from '../../../platform/running/workers.ts';
import { parseCsvAudience } from './parse-csv-audience.ts';

serveParts(parseCsvAudience(workerData));
