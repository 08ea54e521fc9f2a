import type { Client } from '../../support/server/app.ts';

/** Imports contacts from CSV lines under `phone,name,email,tags`. */
export async function importRows(api: Client, ...lines: string[]): Promise<void> {
  const answer = await api.post('/api/contacts/import', { csv: ['phone,name,email,tags', ...lines].join('\n') });
  if (answer.status !== 200 || answer.body.errorCount > 0) throw new Error(JSON.stringify(answer.body));
}

/** The names in a list of contacts; throws when the list has more than one page. */
export async function namesIn(api: Client, query: string): Promise<string[]> {
  const { status, body } = await api.get(`/api/contacts?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  if (body.total !== body.data.length) throw new Error(`total is ${body.total}`);
  return body.data.map((contact: { name: string }) => contact.name);
}
