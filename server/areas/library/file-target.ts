import { type TargetContext, target } from '../../http/operation.ts';
import { findFile, toLibraryFile } from './files.store.ts';
import { LibraryFile } from './schemas.ts';

/** The file of the library that a path names. */
export const file = target(LibraryFile, async ({ db, platform, workspace, params }: TargetContext<'id'>) => {
  const row = await findFile(db, workspace.id, params.id);
  return row && toLibraryFile(platform, row);
});
