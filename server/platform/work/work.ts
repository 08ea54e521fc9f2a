import type { Workspace } from '../access/workspaces.ts';
import type { Db } from '../database/database.ts';
import type { Provided } from '../wiring.ts';
import type { Emittable } from './define-event.ts';
import type { EventSource } from './events.ts';
import type { Job, JobOptions } from './jobs.ts';

/** Who does it: what events, timelines and logs say. */
export interface Actor {
  source: EventSource;
  /** Id of the key, agent, flow or console user; null for the system itself. */
  id: string | null;
  name: string | null;
}

export const systemActor: Actor = { source: 'SYSTEM', id: null, name: null };

/**
 * One unit of work: a transaction of one workspace by one actor. Areas take it as their first argument, so that a
 * function called by an operation, a job or a driver does the same thing in the same transaction as its caller.
 */
export interface Work {
  db: Db;
  workspace: Workspace;
  actor: Actor;
  /** The moment of the work as UTC text; the same for everything it writes. */
  now: string;
  newId(prefix: string): string;
  /** What the areas provide at an extension point. */
  provided: Provided;
  /**
   * Writes the event in this transaction; subscribers hear of it after the commit. `previous` holds the fields that
   * changed, as they were.
   */
  emit<Data>(event: Emittable<Data>, data: NoInfer<Data>, previous?: Partial<NoInfer<Data>>): Promise<void>;
  /** Queues a job in this transaction. A key that is already queued or done makes it a no-op. */
  enqueue<Input>(job: Job<Input>, input: Input, options?: JobOptions): Promise<void>;
}
