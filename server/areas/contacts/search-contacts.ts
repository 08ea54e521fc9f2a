import { unindexed } from '../../platform/database/prepared-query.ts';
import { findLatestConversationId } from '../inbox/index.ts';
import { labelOf, matchingContacts } from '../people/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';

/** The newest contacts whose name, number, user name or e-mail matches. */
export async function searchContacts({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = matchingContacts(db, workspace.id, text, mostHits);
  if (!found) return [];
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'name', 'phone', 'username', 'email'])
    .where(unindexed('workspace_id'), '=', workspace.id)
    .where('seq', 'in', found)
    .orderBy('seq', 'desc')
    .execute();
  return Promise.all(
    rows.map(async ({ email, ...contact }): Promise<Hit> => {
      const { id, phone, username } = contact;
      const title = labelOf(contact);
      const known = [phone, username === null ? null : `@${username}`, email];
      const rest = known.filter((text) => text !== null && text !== title).join(' · ');
      return {
        kind: 'contact',
        id,
        title: markMatches(title, text),
        snippet: rest === '' ? null : markMatches(rest, text),
        conversationId: findLatestConversationId(db, workspace.id, id),
      };
    }),
  );
}
