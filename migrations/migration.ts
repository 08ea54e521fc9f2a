import type { SqliteHandle } from '../server/platform/database/database.ts';

/** A step of the schema. It runs once, in a transaction of its own together with the version's number. */
export interface Migration {
  name: string;
  up(handle: SqliteHandle): void;
}
