import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface TaggedPerson {
  seq: number;
  id: string;
  /** The conversation with the latest message. */
  conversation_id: string | null;
}

/**
 * Returns the next contacts with any of the tags who have not opted out, ordered by `seq`. Leaves out contacts with
 * unconfirmed tags.
 */
export const listTaggedPeople = (
  db: Db,
  workspaceId: string,
  tagIds: number[],
  { after, limit }: { after: number; limit: number },
): Promise<TaggedPerson[]> =>
  db
    .selectFrom('contacts as c')
    .select((build) => [
      'c.seq',
      'c.id',
      build
        .selectFrom('conversations as v')
        .select('v.id')
        .whereRef('v.contact_id', '=', 'c.id')
        .where('v.workspace_id', '=', workspaceId)
        .orderBy('v.last_message_at', 'desc')
        .limit(1)
        .as('conversation_id'),
    ])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.opted_out_at', 'is', null)
    .where(sql<boolean>`not exists (select 1 from json_each(c.unconfirmed, '$.fields') where value = 'tags')`)
    .where('c.seq', '>', after)
    .where('c.seq', 'in', (build) =>
      build
        .selectFrom('contact_tags')
        .select('contact_seq')
        .where('workspace_id', '=', workspaceId)
        .where('tag_id', 'in', tagIds),
    )
    .orderBy('c.seq')
    .limit(limit)
    .execute();
