import type { Workspace } from '../../../platform/access/workspaces.ts';
import { listBackups } from '../../../platform/backup/backup-files.ts';
import { keptUntil } from '../../../platform/backup/backup-retention.ts';
import { backupFolders } from '../../../platform/backup/backup-settings.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listEventsOf } from '../../../platform/work/events.ts';
import { findContactById } from '../../people/index.ts';
import type { DeletedContacts } from '../owner.schemas.ts';
import type { Erasure } from './erasures.store.ts';

type Remains = DeletedContacts['remains'];

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Lists copies that an area has written and cannot rewrite: the owner's files, and systems of others. */
    outsideCopies: (platform: Platform, workspace: Workspace) => Promise<Remains['outside']>;
  }
}

/** Kinds of log entries that record a file with data of contacts. */
const exportKinds = [
  ...['contacts.exported', 'leads.exported', 'orders.exported', 'recipients.exported'],
  ...['shop.exported', 'backup.downloaded'],
];
const mostExports = 50;

/** Returns the time at which the first of the contacts became known: older backups and exports cannot contain them. */
export async function findOldest(db: Db, workspaceId: string, ids: string[]): Promise<string> {
  const times = ids.flatMap((id) => findContactById(db, workspaceId, id)?.created_at ?? []);
  return times.sort()[0] ?? '9';
}

/** Lists remains of erased contacts in the books and in places that Frontdesk cannot rewrite. */
export async function listRemains(
  platform: Platform,
  workspace: Workspace,
  { erasure, since }: { erasure: Erasure; since: string },
): Promise<Remains> {
  const { read } = platform.database;
  const backups = (await listBackups(await backupFolders(platform))).filter(({ createdAt }) => createdAt >= since);
  const outside = await Promise.all(platform.provided('outsideCopies').map((list) => list(platform, workspace)));
  const exports = await listEventsOf(read, workspace.id, { kinds: exportKinds, since, limit: mostExports });
  const countMarks = (prefix: string) => [...erasure.marks].filter((mark) => mark.startsWith(`${prefix}_`)).length;
  return {
    books: {
      orders: countMarks('ord'),
      appointments: countMarks('appt'),
      cards: countMarks('card'),
      anonymous: erasure.anonymizesBooks,
    },
    backups: backups.map((backup) => ({
      name: backup.name,
      createdAt: backup.createdAt,
      keptUntil: keptUntil(backup),
    })),
    outside: outside.flat(),
    exports: exports.map(({ type, occurredAt, actorName }) => ({ event: type, at: occurredAt, by: actorName })),
  };
}
