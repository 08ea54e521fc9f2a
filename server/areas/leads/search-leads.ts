import { findLatestConversationId } from '../inbox/index.ts';
import { findByPhone } from '../people/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';
import { findLeads } from './store.ts';

/** The newest leads whose name, number or e-mail matches. */
export async function searchLeads({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = await findLeads(db, workspace.id, text, mostHits);
  return Promise.all(
    found.map(async ({ id, name, phone, email, tags, createdAt }): Promise<Hit> => {
      const rest = [...(name === null ? [] : [phone]), ...(email === null ? [] : [email]), ...tags].join(' · ');
      const contact = await findByPhone(db, workspace.id, phone);
      return {
        kind: 'lead',
        id,
        title: markMatches(name ?? phone, text),
        snippet: rest === '' ? null : markMatches(rest, text),
        at: createdAt,
        conversationId: contact ? findLatestConversationId(db, workspace.id, contact.id) : null,
      };
    }),
  );
}
