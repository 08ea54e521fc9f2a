import type { Workspace } from '../access/workspaces.ts';
import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /** Returns the parts of a shop that have stopped, for the owner: what fails until a person acts. */
    stoppedParts: (looked: { platform: Platform; db: Db; workspace: Workspace; now: string }) => Promise<StoppedPart[]>;
  }
}

/** Kinds of parts that can stop, in the order in which they are shown; each has words and a screen in the console. */
export const partKinds = [
  'channel',
  'webhook',
  'integration',
  'rule',
  'reminder',
  'campaign',
  'flow',
  'model',
  'embedder',
  'source',
  'templates',
  'products',
  'key',
  'network',
  'recurring',
] as const;
export type PartKind = (typeof partKinds)[number];

/** A part that has stopped, or fails again and again. */
export interface StoppedPart {
  part: PartKind;
  /** Id of its record, unless it is the only one of its kind. */
  id: string | null;
  /** Name that people know. */
  name: string | null;
  /** State, such as the status of a channel. */
  state: string;
  since: string | null;
  /** The fault, in English or in the words of the other system. */
  reason: string | null;
  /** Number of failed records or attempts; 1 if they are not counted. */
  count: number;
}
