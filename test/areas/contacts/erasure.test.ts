import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { sweepBlobs } from '../../../server/platform/files/sweep-blobs.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { eventually, startApp, type TestApp } from '../../support/server/app.ts';
import { openConsole } from '../../support/server/console.ts';
import { findInFiles, findInTables } from '../../support/shop/find-word.ts';
import { bind, install } from '../../support/shop/integrations.ts';
import { haircut, pizzas } from '../../support/shop/sales.ts';
import { stopDeletion } from '../../support/shop/stop-deletion.ts';
import { mappings, promo } from '../campaigns/support.ts';
import { joao, keyword, maria, minuteMs, must, openFlows, question, say } from '../flows/support.ts';

/** Occurs nowhere else. */
const word = 'zyxwaldorf';
const key = { 'idempotency-key': 'once' };
const nextYear = new Date().getUTCFullYear() + 1;

/** A shop in which everything that can contain a customer's words contains this one. */
async function plantWord() {
  const flowShop = await openFlows({ provider: 'CLOUD_API', published: true });
  const { api, shop, channel, agentId, says, rest } = flowShop;
  const sink = await startSink();
  sink.answerWith({ body: `got ${word}` });
  const events = ['message.received', 'order.created', 'lead.captured', 'crm.card.created'];
  await must(api.post('/api/developers/webhooks', { url: sink.url, events }));
  const { body: pipelines } = await api.get('/api/crm/pipelines');
  const [pipeline] = pipelines.data;
  const stageId = pipeline.stages[0].id;
  const installation = await install(api, 'crm');
  await bind(api, installation.id, 'lead.captured', 'create_card', { stageId, title: '{{data.name}}' });
  await flowShop.launch([question('ask', 'wish', 'bye'), say('bye', 'Entendi: {{wish}}')], keyword('fluxo'));

  await says(`Oi ${word}`, maria, { name: `Maria ${word}` });
  await flowShop.pass(minuteMs);
  await says(`Vocês consertam ${word}?`);
  await flowShop.pass(minuteMs);
  await says('fluxo');
  await says(`quero ${word}`);
  const note = await must(api.upload(`/api/simulator/channels/${channel.id}/media`, `Carta: ${word}`, `${word}.txt`));
  await says(`legenda ${word}`, maria, { type: 'DOCUMENT', mediaId: note.body.mediaId });
  const { body: contact } = await must(api.get(`/api/contacts/${encodeURIComponent(maria)}`));
  const conversation = `/api/conversations/${await flowShop.conversationId()}`;
  await must(api.post(`${conversation}/messages`, { content: `Olá ${word}` }, { headers: key }));
  await must(api.post(`${conversation}/notes`, { text: `nota ${word}` }));
  const upload = await must(api.upload(`${conversation}/upload-media`, `Recibo: ${word}`, `recibo-${word}.txt`));
  await must(api.post(`${conversation}/messages`, { type: 'DOCUMENT', content: 'Recibo', mediaUrl: upload.body.url }));
  const words = { notes: word, fields: { apelido: word }, email: `${word}@example.com`, name: `Maria ${word}` };
  await must(api.patch(`/api/contacts/${contact.id}`, words));
  await must(api.patch(`/api/contacts/${contact.id}/tags`, { tags: [`tag ${word}`, 'VIP'] }));

  const named = { clientName: `Maria ${word}`, clientPhone: maria, notes: `sem ${word}`, clientEmail: `${word}@a.com` };
  const items = [{ name: 'Pizza', quantity: 2, unitPrice: 45.9, notes: `com ${word}` }];
  const order = await must(api.post('/api/orders', pizzas(agentId, { ...named, items, address: `Rua ${word}` })));
  const slot = { startTime: `${nextYear}-03-01T10:00`, endTime: `${nextYear}-03-01T11:00` };
  const appointment = await must(api.post('/api/appointments', haircut(agentId, { ...named, ...slot, title: word })));
  const lead = { aiAgentId: agentId, phone: maria, name: word, address: word, data: { desejo: word } };
  await must(api.post('/api/leads', lead, { headers: { 'idempotency-key': 'lead' } }));
  const draft = { pipelineId: pipeline.id, stageId, title: `Festa ${word}`, contactName: word, contactPhone: maria };
  const card = await must(api.post('/api/crm/cards', draft));
  await must(api.patch(`/api/crm/cards/${card.body.id}`, { title: `Casamento ${word}` }));
  await must(api.post(`/api/crm/cards/${card.body.id}/comments`, { body: `diz ${word}` }));

  const template = await must(api.post(`/api/channels/${channel.id}/chat-templates`, promo()));
  const sent = { channelId: channel.id, channelTemplateId: template.body.id, audienceSource: 'CSV' };
  const rows = [{ phone: maria, name: `Maria ${word}`, variables: { oferta: word } }];
  const campaigns: string[] = [];
  for (const name of ['Natal', 'Depois']) {
    const campaign = await must(api.post('/api/marketing-campaigns', { name, ...sent }));
    campaigns.push(`/api/marketing-campaigns/${campaign.body.id}`);
    await must(api.put(`${campaigns.at(-1)}/variables`, { mappings }));
    await must(api.put(`${campaigns.at(-1)}/audience`, { rows }));
  }
  await must(api.post(`${campaigns[0]}/start`, {}));
  await shop.app.platform.services.campaignSender.idle();
  await rest();
  plantAtDrivers(shop, channel.id);
  return { ...flowShop, contact, order: order.body, appointment: appointment.body, card: card.body, campaigns, lead };
}

/** Data of the QR client, which no simulated channel has. */
function plantAtDrivers({ home }: TestApp, channelId: string): void {
  const db = openSqlite(databaseFile(home));
  const insert = (table: string, ...values: string[]) =>
    db.prepare(`insert into ${table} values (${values.map(() => '?').join()})`).run(...values);
  const sent = db
    .prepare("select provider_message_id from messages where direction = 'OUTBOUND' limit 1")
    .pluck()
    .get();
  insert('qr_sends', channelId, String(sent), `{"conversation":"${word}"}`, 'TAKEN', '2026-11-21T12:00:00.000Z');
  insert('qr_auth', channelId, 'session', '5511987654321.0', 'sealed');
  insert('qr_auth', channelId, 'lid-mapping', '5511987654321', 'sealed');
  insert('qr_auth', channelId, 'session', '5521998765432.0', 'sealed');
  db.close();
}

/** Completes an erasure: runs its jobs, and the nightly sweep of a later day. */
async function finish({ app, home, settle }: TestApp): Promise<void> {
  await settle();
  for (const entry of await readdir(join(home, 'blobs'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), 0, 0);
  }
  await sweepBlobs(app.platform);
}

test('nothing in tables and files contains a word of an erased person whose books become anonymous', async () => {
  const planted = await plantWord();
  const { shop, api, contact, campaigns, order, appointment, card, lead } = planted;
  const before = findInTables(shop.home, word);
  for (const table of [
    ...['contacts', 'messages', 'conversation_notes', 'files', 'tags', 'leads', 'orders', 'appointments'],
    ...[
      'crm_cards',
      'crm_events',
      'campaign_recipients',
      'events',
      'deliveries',
      'delivery_attempts',
      'integration_jobs',
    ],
    ...[
      'provider_events',
      'simulator_messages',
      'qr_sends',
      'flow_runs',
      'reply_traces',
      'reply_questions',
      'integration_attempts',
    ],
  ]) {
    expect(before.map((column) => column.split('.')[0])).toContain(table);
  }
  const owner = await openConsole(shop);
  const wish = { ids: [contact.id], anonymizeBooks: true };
  const { status, body } = await owner.post('/owner/contacts/delete', wish);
  expect(status).toBe(200);
  expect(body).toMatchObject({ deleted: 1, remains: { books: { orders: 1, appointments: 1, anonymous: true } } });
  await finish(shop);

  expect(findInTables(shop.home, word)).toEqual([]);
  expect(findInTables(shop.home, maria.slice(3))).toEqual([]);
  expect(await findInFiles(shop.home, word)).toEqual([]);
  expect(await findInFiles(shop.home, maria.slice(3))).toEqual([]);
  expect((await api.get(`/api/orders/${order.id}`)).body).toMatchObject({
    ...{ number: order.number, total: 91.8, clientName: '–', clientEmail: null, address: null, notes: null },
    items: [{ name: 'Pizza', quantity: 2, notes: null }],
  });
  const booked = (await api.get('/api/appointments')).body.data[0];
  expect(booked).toMatchObject({ title: '–', startTime: appointment.startTime, clientName: null, notes: null });
  const { body: board } = await api.get(`/api/crm/pipelines/${card.pipelineId}/board`);
  const [shown] = board.stages[0].cards.filter(({ id }: { id: string }) => id === card.id);
  expect(shown).toMatchObject({ title: '–', contactName: null });
  const results = await Promise.all(campaigns.map((path) => api.get(`${path}/recipients`)));
  expect(results.map(({ body: { total } }) => total)).toEqual([1, 1]);
  // The stored response is gone, and a late repeat of the request does not bring the person back.
  const repeat = await api.post('/api/leads', lead, { headers: { 'idempotency-key': 'lead' } });
  expect([repeat.status, repeat.body.code]).toEqual([409, 'idempotency_conflict']);
  expect((await api.get('/api/contacts')).body.total).toBe(0);
});

test('only the books contain a word of an erased person, and say what is kept elsewhere', async () => {
  const { shop, api, contact, order } = await plantWord();
  const owner = await openConsole(shop);
  await owner.post('/owner/backups');
  const { name } = await eventually(async () => (await owner.get('/owner/backups')).body.items[0]);
  const { body } = await owner.post('/owner/contacts/delete', { ids: [contact.id] });
  await finish(shop);
  const books = ['appointments', 'crm_cards', 'crm_events', 'orders'];
  const tables = new Set(findInTables(shop.home, word).map((column) => column.split('.')[0] as string));
  expect([...tables].filter((table) => !/_search_/.test(table))).toEqual(books);
  expect((await api.get(`/api/orders/${order.id}`)).body).toMatchObject({ clientName: `Maria ${word}` });
  expect(body.remains).toMatchObject({
    books: { orders: 1, appointments: 1, anonymous: false },
    backups: [{ name, keptUntil: null }],
    outside: [{ kind: 'WEBHOOK', name: expect.stringContaining('http') }],
  });
});

test('an erasure that a stop interrupts is finished by the next start', async () => {
  const { shop, clock, contact } = await plantWord();
  const owner = await openConsole(shop);
  const goOn = stopDeletion(databaseFile(shop.home), 'contacts', contact.id);
  const wish = { ids: [contact.id], anonymizeBooks: true };
  expect((await owner.post('/owner/contacts/delete', wish)).status).toBe(500);
  await shop.app.stop();
  goOn();
  clock.advance(minuteMs);
  const next = await startApp({ home: shop.home, clock });
  await eventually(async () => (await next.api.get('/api/contacts')).body.total === 0);
  await finish(next);
  expect(findInTables(shop.home, word)).toEqual([]);
  expect(await findInFiles(shop.home, word)).toEqual([]);
});

test('an erasure that is interrupted among the copies still knows what they name', async () => {
  const { shop, clock, contact, api } = await plantWord();
  const owner = await openConsole(shop);
  const goOn = failDeletions(shop.home, 'events');
  const wish = { ids: [contact.id], anonymizeBooks: true };
  expect((await owner.post('/owner/contacts/delete', wish)).status).toBe(500);
  expect((await api.get('/api/contacts')).body.total).toBe(0);
  expect(findInTables(shop.home, word)).toContain('events.data');
  goOn();
  clock.advance(minuteMs);
  await finish(shop);
  expect(findInTables(shop.home, word)).toEqual([]);
  expect(findInTables(shop.home, maria.slice(3))).toEqual([]);
});

/** Fails every transaction that deletes a row of the table. Returns a function that stops it. */
function failDeletions(home: string, table: string): () => void {
  const run = (statement: string) => {
    const db = openSqlite(databaseFile(home));
    db.exec(statement);
    db.close();
  };
  run(`create trigger failing before delete on ${table} begin select raise(abort, 'by a test'); end`);
  return () => run('drop trigger failing');
}

test('what a person writes after an erasure stays', async () => {
  const { shop, api, says, conversationId } = await openFlows({ provider: 'CLOUD_API' });
  await says(`Oi ${word}`);
  const { body: contact } = await api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  const owner = await openConsole(shop);
  await owner.post('/owner/contacts/delete', { ids: [contact.id] });
  await says('Voltei');
  const { body } = await api.get(`/api/conversations/${await conversationId()}/messages`);
  expect(body.data.map(({ content }: { content: string }) => content)).toContain('Voltei');
  expect((await shop.events('message.received')).map(({ data }) => data.content)).toEqual(['Voltei']);
});

test('a file that another customer also has is not erased, and the other customer’s words stay', async () => {
  const { shop, api, channel, says, rest } = await openFlows({ provider: 'CLOUD_API' });
  const note = await must(api.upload(`/api/simulator/channels/${channel.id}/media`, `Carta: ${word}`, 'carta.txt'));
  for (const from of [maria, joao]) {
    await says(`Veja, ${word}`, from, { type: 'DOCUMENT', mediaId: note.body.mediaId });
  }
  const { body: contact } = await api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  const owner = await openConsole(shop);
  await owner.post('/owner/contacts/delete', { ids: [contact.id] });
  await rest();
  await finish(shop);
  const { body } = await api.get('/api/conversations');
  const { body: messages } = await api.get(`/api/conversations/${body.data[0].id}/messages`);
  const shown = messages.data.find(({ type }: { type: string }) => type === 'DOCUMENT');
  expect(shown.content).toBe(`Veja, ${word}`);
  expect(await (await fetch(shown.mediaUrl)).text()).toBe(`Carta: ${word}`);
  expect((await shop.events('message.received')).length).toBe(1);
  expect((await api.get(`/api/conversations?search=${word}`)).body.total).toBe(1);
});
