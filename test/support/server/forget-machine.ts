import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { forgetUse } from '../../../server/platform/machine/home-machine.ts';

/** Makes a stopped data folder forget its place, so that a copy of it is a folder of its own, which sends. */
export function forgetMachine(home: string): void {
  const handle = openSqlite(databaseFile(home));
  forgetUse(handle);
  handle.close();
}
