import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { forgetUse } from '../../../server/platform/machine/home-machine.ts';

/** Deletes the place from a stopped data folder: a copy of it then counts as a separate folder and sends. */
export function forgetMachine(home: string): void {
  const handle = openSqlite(databaseFile(home));
  forgetUse(handle);
  handle.close();
}
