import { unindexed } from '../../platform/database/prepared-query.ts';
import { findLatestConversationId } from '../inbox/index.ts';
import { matchingContacts } from '../people/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';

/** The newest contacts whose name, number or e-mail matches. */
export async function searchContacts({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = matchingContacts(db, workspace.id, text, mostHits);
  if (!found) return [];
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'name', 'phone', 'email'])
    .where(unindexed('workspace_id'), '=', workspace.id)
    .where('seq', 'in', found)
    .orderBy('seq', 'desc')
    .execute();
  return Promise.all(
    rows.map(async ({ id, name, phone, email }): Promise<Hit> => {
      const rest = [...(name === null ? [] : [phone]), ...(email === null ? [] : [email])].join(' · ');
      return {
        kind: 'contact',
        id,
        title: markMatches(name ?? phone, text),
        snippet: rest === '' ? null : markMatches(rest, text),
        conversationId: findLatestConversationId(db, workspace.id, id),
      };
    }),
  );
}
