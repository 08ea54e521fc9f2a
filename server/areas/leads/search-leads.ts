import { findLatestConversationId } from '../inbox/index.ts';
import { findContactById } from '../people/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';
import { findLeads } from './store.ts';

/** The newest leads whose own words or whose contact match. */
export async function searchLeads({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = await findLeads(db, workspace.id, text, mostHits);
  return found.map(({ id, contactId, phone, email, tags, createdAt, ...lead }): Hit => {
    const name = lead.name ?? findContactById(db, workspace.id, contactId)?.name ?? null;
    const rest = [name && phone, email, ...tags].filter((part) => part !== null && part !== '').join(' · ');
    return {
      kind: 'lead',
      id,
      title: markMatches(name ?? phone ?? '', text),
      snippet: rest === '' ? null : markMatches(rest, text),
      at: createdAt,
      conversationId: findLatestConversationId(db, workspace.id, contactId),
    };
  });
}
