import { findLatestConversationId } from '../inbox/index.ts';
import { type Hit, markMatches, mostHits, type Search } from '../search/index.ts';
import { findAppointments } from './store.ts';

/** The latest booked appointments whose title, customer or phone matches. */
export async function searchAppointments({ db, workspace, text }: Search): Promise<Hit[]> {
  const found = await findAppointments(db, workspace.id, text, mostHits);
  return Promise.all(
    found.map(
      async ({ id, title, clientName, contactId, startTime, status }): Promise<Hit> => ({
        kind: 'appointment',
        id,
        title: markMatches(title, text),
        snippet: clientName === null || clientName === title ? null : markMatches(clientName, text),
        at: startTime,
        status,
        conversationId: contactId && findLatestConversationId(db, workspace.id, contactId),
      }),
    ),
  );
}
