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
  /** UTC text: later rows are left unread. */
  until: string;
  limit: number;
}

/**
 * Rows with copies of other areas' data, such as the event log. No column identifies the person, so all rows are read,
 * in parts, and rows that name an erased record are erased.
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
    /** Called when events are erased from the log, so that everything derived from them is erased, too. */
    eventsErased: (work: Work, events: { seq: number; id: string }[]) => Promise<void>;
  }
}
