import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Work } from '../work/work.ts';

/** A row of copies: its key, and its texts as JSON. */
export interface CopyRow {
  key: string | number;
  texts: (string | null)[];
}

/** The next part of the copies to read. */
export interface CopiesPlace {
  workspaceId: string;
  /** Key of the last row that was read; null at the start. */
  after: string | number | null;
  /** UTC text: rows of later times are left. */
  until: string;
  limit: number;
}

/**
 * Rows with copies of what belongs to others, such as the event log. They have no column for whom they are about, so all of
 * them are read, in parts, and those that name an erased record are erased.
 */
export interface MarkedCopies {
  name: string;
  /** The next rows by key; fewer than `limit` only at the end. */
  read(platform: Platform, db: Db, place: CopiesPlace): Promise<CopyRow[]>;
  /** Deletes the copies in these rows, or the rows. */
  erase(work: Work, keys: CopyRow['key'][]): Promise<void>;
}

declare module '../wiring.ts' {
  interface Extensions {
    /** Copies that name records by their ids or addresses only. */
    markedCopies: MarkedCopies;
    /** Called when events are erased from the log, so that what was made of them goes too. */
    eventsErased: (work: Work, events: { seq: number; id: string }[]) => Promise<void>;
  }
}
