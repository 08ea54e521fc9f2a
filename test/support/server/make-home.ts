import { hasDatabase } from '../../../server/platform/database/data-folder.ts';
import { openSharedHome } from '../../../server/platform/database/open-home.ts';

/** Creates a data folder like the first start does; commands refuse any other. */
export async function makeHome(home: string): Promise<void> {
  if (hasDatabase(home)) return;
  // Like the server.
  const umask = process.umask(0o077);
  const database = await openSharedHome(home, new Date().toISOString());
  process.umask(umask);
  await database.close();
}
