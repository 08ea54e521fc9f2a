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
  /** What people call it. */
  name: string | null;
  /** A word for how it fares, such as the status of a channel. */
  state: string;
  since: string | null;
  /** The fault, in English or as the other side gave it. */
  reason: string | null;
  /** How many times or records failed; 1 where it is not counted. */
  count: number;
}
