import type { Db } from '../../platform/database/database.ts';
import { findFile } from '../../platform/files/files.ts';
import type { Provided } from '../../platform/wiring.ts';
import { findItemsWithImage } from '../agents/index.ts';
import type { LibraryFileRow } from './files.store.ts';
import { listRepliesWithFile } from './quick-replies.store.ts';
import type { FileUse } from './schemas.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Lists what of an area has the file, or a link to it. */
    linkUses: (search: LinkSearch) => Promise<Omit<FileUse, 'agentId'>[]>;
  }
}

export interface LinkSearch {
  db: Db;
  workspaceId: string;
  /** What every link to the file contains. */
  part: string;
  /** The id under which its content is stored now; null for a file that is only referred to. */
  fileId: string | null;
}

/** Lists where a file is used. */
export async function listFileUses(db: Db, provided: Provided, file: LibraryFileRow): Promise<FileUse[]> {
  const replies = await listRepliesWithFile(db, file.workspace_id, file.id);
  return [
    ...replies.map(({ id, shortcut }) => ({ kind: 'QUICK_REPLY' as const, id, name: shortcut, agentId: null })),
    ...(await listLinkUses(db, provided, file)),
  ];
}

/** Lists what has a link to the file, and would lose it with the link. */
export async function listLinkUses(db: Db, provided: Provided, file: LibraryFileRow): Promise<FileUse[]> {
  // A link of a stored file contains its alias, under whatever host it was written.
  const { workspace_id: workspaceId, alias_id, url } = file;
  const stored = alias_id === null ? null : await findFile(db, workspaceId, alias_id);
  const search = { db, workspaceId, part: alias_id ?? url ?? '', fileId: stored?.id ?? null };
  const linked = await Promise.all(provided('linkUses').map((listUses) => listUses(search)));
  const items = await findItemsWithImage(db, search.workspaceId, search.part);
  return [
    ...linked.flat().map((use) => ({ ...use, agentId: null })),
    ...items.map(({ id, name, agent_id }) => ({ kind: 'CATALOG_ITEM' as const, id, name, agentId: agent_id })),
  ];
}
