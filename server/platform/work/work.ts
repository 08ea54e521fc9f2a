import type { Secrets } from '../access/secrets.ts';
import type { Workspace } from '../access/workspaces.ts';
import type { Db } from '../database/database.ts';
import type { Provided } from '../wiring.ts';
import type { Emittable } from './define-event.ts';
import type { EventSource } from './events.ts';
import type { Job, JobOptions } from './jobs.ts';

/** Who performs a change, as shown in events, timelines and logs. */
export interface Actor {
  source: EventSource;
  /** Id of the user, key, agent or flow; null for the system. */
  id: string | null;
  name: string | null;
  /** Set for an assistant without permission to write to customers: its entries wait until a person confirms them. */
  needsConfirmation?: true;
}

export const systemActor: Actor = { source: 'SYSTEM', id: null, name: null };

/**
 * One transaction of one workspace by one actor. Areas take it as their first argument, so that a function called by an
 * operation, a job or a driver does the same within its caller's transaction.
 */
export interface Work {
  db: Db;
  workspace: Workspace;
  actor: Actor;
  /** Time of the work as UTC text; the same for everything it writes. */
  now: string;
  newId(prefix: string): string;
  /** The installation's secret. */
  secrets: Secrets;
  /** What areas provide at an extension point. */
  provided: Provided;
  /**
   * Writes the event in this transaction; subscribers receive it after the commit. `previous` holds the changed fields
   * with their previous values.
   */
  emit<Data>(event: Emittable<Data>, data: NoInfer<Data>, previous?: Partial<NoInfer<Data>>): Promise<void>;
  /** Queues a job in this transaction; a no-op when a job with the same key exists. */
  enqueue<Input>(job: Job<Input>, input: Input, options?: JobOptions): Promise<void>;
}
