import type { Db } from '../../../platform/database/database.ts';

const shown = 3;

/** The conversations that were handed to a person and have been quiet longest, with whom they are. */
export const listWaitingLongest = (db: Db, workspaceId: string) =>
  db
    .selectFrom('conversations as v')
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .select(['v.id', 'v.last_message_at', 'c.name as contact_name', 'c.phone as contact_phone'])
    .where('v.workspace_id', '=', workspaceId)
    .where('v.status', '=', 'HANDED_OFF')
    .orderBy('v.last_message_at')
    .orderBy('v.id')
    .limit(shown)
    .execute();
