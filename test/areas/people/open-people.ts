import { sql } from 'kysely';
import type { VendorEvent } from '../../../server/areas/channels/index.ts';
import type { TestApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { haircut, pizzas } from '../../support/shop/sales.ts';
import { must, openFlows, question, say } from '../flows/support.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
export type Body = any;

export const maria = '+5511987654321';
export const joao = '+5521998765432';
export const bia = '+5511900000001';
export const hidden = '77001';

/** Tables that a merge and its undo write to anyway: logs, queues, counters of runs, and notes for a day. */
const notCompared = new Set([
  ...['events', 'jobs', 'subscriber_cursors', 'schedules', 'idempotency_keys', 'console_sessions', 'api_keys'],
  ...['flow_counts', 'held_events', 'contacts_apart', 'sqlite_sequence', 'settings', 'login_links'],
]);

/** All rows of a shop by table, without the times of changes; each row as JSON, in the order of its text. */
export async function dumpRows({ app }: TestApp): Promise<Record<string, string[]>> {
  const db = app.platform.database.read;
  const tables = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and sql not like '%fts5%'`.execute(db);
  const shown = tables.rows.filter(({ name }) => !notCompared.has(name) && !/_(search|index|spelling)_/.test(name));
  const dump: Record<string, string[]> = {};
  for (const { name } of shown) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    dump[name] = rows
      .filter((row) => row.table_name === undefined || row.count !== 0)
      .map(({ updated_at: _, ...row }) => JSON.stringify(row))
      .sort();
  }
  return dump;
}

/** A shop whose customers have all that a customer can have: Maria, João and Bia by number, and one who hides hers. */
export async function openPeople() {
  const open = await openFlows();
  const { shop, api, agentId, says, channel, rest } = open;
  await open.launch([question('ask', 'nome', 'end'), say('end', 'Prazer, {{nome}}')]);
  const owner = await signIn(shop);
  for (const [index, phone] of [maria, joao, bia].entries()) {
    const name = ['Maria', 'João', 'Bia'][index] as string;
    await says('oi', phone, { name });
    await must(
      api.patch(`/api/contacts/${phone}`, { notes: `Notas de ${name}`, fields: { [name]: 'sim', cor: name } }),
    );
    await must(api.patch(`/api/contacts/${phone}/tags`, { tags: ['VIP', name] }));
    await must(api.post('/api/leads', { aiAgentId: agentId, phone, name, tags: [name], address: `Rua ${name}` }));
    await must(api.post('/api/orders', pizzas(agentId, { clientPhone: phone, clientName: name })));
    const time = { startTime: `2026-12-0${index + 1}T10:00`, endTime: `2026-12-0${index + 1}T11:00` };
    await must(api.post('/api/appointments', haircut(agentId, { ...time, clientPhone: phone })));
    const conversation = `/api/conversations/${await open.conversationId(phone)}`;
    await must(api.post(`${conversation}/notes`, { text: `Nota ${name}` }));
    await must(api.post(`${conversation}/messages`, { content: 'Olá', idempotencyKey: 'the-same' }));
  }
  const row = await shop.app.platform.database.read
    .selectFrom('channels')
    .select(['id', 'workspace_id as workspaceId', 'provider', 'name'])
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow();
  const report = async (...events: VendorEvent[]) => {
    await shop.app.platform.services.channelHub.inbox.receive(row, events);
    await rest();
  };
  let count = 0;
  /** A message of the hidden customer; with a number, the vendor reveals it. */
  const hiddenSays = async (content: string, phone?: string): Promise<void> => {
    const id = `hidden-${++count}`;
    const addresses = [
      { kind: 'lid' as const, value: hidden },
      ...(phone ? [{ kind: 'phone' as const, value: phone }] : []),
    ];
    await report({
      kind: 'message',
      ...{ providerEventId: id, providerMessageId: id, from: { addresses, name: 'Nina' } },
      ...{ type: 'TEXT', content, media: null, replyTo: null, at: open.clock.now().toISOString() },
    });
  };
  await hiddenSays('bom dia');
  await rest();
  const read = async (id: string): Promise<Body> => (await api.get(`/api/contacts/${encodeURIComponent(id)}`)).body;
  const merge = async (keep: string, gone: string): Promise<Body> =>
    (await must(owner.post('/owner/contacts/merge', { keep: (await read(keep)).id, merge: (await read(gone)).id })))
      .body;
  const undo = (id: string) => owner.post(`/owner/contacts/joins/${id}/undo`);
  const changes = async (): Promise<Body[]> =>
    (await shop.events()).filter(({ type }) => type === 'contacts.changed').map(({ data }) => data);
  return { ...open, owner, read, merge, undo, changes, hiddenSays, report };
}
