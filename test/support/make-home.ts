import { hasDatabase } from '../../server/platform/database/data-folder.ts';
import { openSharedHome } from '../../server/platform/database/open-home.ts';

/** Makes what the first start makes in a data folder, where there has been none: commands work on nothing else. */
export async function makeHome(home: string): Promise<void> {
  if (hasDatabase(home)) return;
  // As the server does it.
  const umask = process.umask(0o077);
  const database = await openSharedHome(home, new Date().toISOString());
  process.umask(umask);
  await database.close();
}
