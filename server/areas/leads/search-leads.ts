import { findLatestConversationId } from '../inbox/index.ts';
import { findContactById, labelOf } from '../people/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';
import { findLeads } from './store.ts';

/** The newest leads whose own words or whose contact match. */
export async function searchLeads({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = await findLeads(db, workspace.id, text, mostHits);
  return found.map(({ id, contactId, phone, email, tags, createdAt, ...lead }): Hit => {
    const contact = findContactById(db, workspace.id, contactId);
    const name = lead.name ?? contact?.name ?? null;
    const rest = [name && phone, email, ...tags].filter((part) => part !== null && part !== '').join(' · ');
    return {
      kind: 'lead',
      id,
      title: markMatches(name ?? (contact ? labelOf(contact) : ''), text),
      snippet: rest === '' ? null : markMatches(rest, text),
      at: createdAt,
      conversationId: findLatestConversationId(db, workspace.id, contactId),
    };
  });
}
