import type { IncomingMessage } from 'node:http';
import type { Router } from 'express';
import type { Platform } from '../platform/platform.ts';
import type { Provides, Services } from '../platform/wiring.ts';
import type { StoredWaits } from '../platform/work/clock-watch.ts';
import type { Subscriber } from '../platform/work/dispatcher.ts';
import type { Job } from '../platform/work/jobs.ts';
import type { Retention } from '../platform/work/retention.ts';
import type { Recurring } from '../platform/work/scheduler.ts';
import type { Operations } from './operation.ts';

/** One area of the product: everything that it serves, runs and provides. */
export interface Area {
  name: string;
  /** Heading of its operations in the API reference. */
  title: string;
  /** What its operations are for, in a sentence; needed by an area with operations. */
  about?: string;
  operations?: Operations;
  /** Operations of the owner, under `/owner`; not part of the API document. */
  ownerOperations?: Operations;
  jobs?: Job<never>[];
  subscribers?: Subscriber[];
  recurring?: Recurring[];
  /** Retention of its tables. */
  retention?: Retention[];
  /** Stored waits, to restart when the clock is set back. */
  waits?: StoredWaits[];
  /** Contributions to the extension points of areas below it. */
  provides?: Provides;
  /** Services that live as long as the server; created once, when the platform opens. */
  services?(platform: Platform): Partial<Services>;
  /** Routes outside `/api` with rules of their own, such as a vendor's callbacks. */
  routes?(platform: Platform): Router;
  /**
   * Returns true for a webhook of the area, judging by the path alone. Webhooks have a separate share of connections until
   * their signature is checked.
   */
  expects?(platform: Platform, request: IncomingMessage): boolean;
  /** Called once the platform is open, before the first request. */
  start?(platform: Platform): Promise<void>;
  /** Called when the server stops, before the platform closes. */
  stop?(platform: Platform): Promise<void>;
}

/** Erases a job's input type, which the frame does not need. */
export const asJob = <Input>(job: Job<Input>): Job<never> => job as unknown as Job<never>;
