import type { Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import type { Provides, Services } from '../platform/wiring.ts';
import type { StoredWaits } from '../platform/work/clock-watch.ts';
import type { Job } from '../platform/work/jobs.ts';
import type { Subscriber } from '../platform/work/outbox.ts';
import type { Retention } from '../platform/work/retention.ts';
import type { Recurring } from '../platform/work/scheduler.ts';
import type { Operations } from './operation.ts';

/** One area of the product: what it serves and what it does by itself. */
export interface Area {
  name: string;
  /** The heading of its operations in the API reference. */
  title: string;
  operations?: Operations;
  /** What only the owner may do, under `/owner`: not in the API's document. */
  ownerOperations?: Operations;
  jobs?: Job<never>[];
  subscribers?: Subscriber[];
  recurring?: Recurring[];
  /** Which of its rows are deleted once they are old. */
  retention?: Retention[];
  /** What waits on the disk, for when the clock is put back. */
  waits?: StoredWaits[];
  /** What it provides for areas below it. */
  provides?: Provides;
  /** What it keeps for as long as the server runs; made once, when the platform stands. */
  services?(platform: Platform): Partial<Services>;
  /** Routes outside `/api` that have rules of their own, such as a provider's callbacks. */
  routes?(platform: Platform): Router;
  /** Called once the platform is open, before the first request. */
  start?(platform: Platform): Promise<void>;
  /** Called when the server stops, before the platform closes. */
  stop?(platform: Platform): Promise<void>;
}

/** Keeps a job's own type inside the area and hands the frame what it needs. */
export const asJob = <Input>(job: Job<Input>): Job<never> => job as unknown as Job<never>;
