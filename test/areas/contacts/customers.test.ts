import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { joao, openConversation } from '../../support/shop/conversation.ts';
import { haircut, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { importRows, namesIn } from './support.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const slot = { startTime: `${nextYear}-03-01T10:00`, endTime: `${nextYear}-03-01T11:00` };

test('creates a contact, and names the one that has the number', async () => {
  const { api } = await openWorkspace();
  const made = await api.post('/api/contacts', { phone: '(11) 98765-4321', name: 'Maria', tags: ['VIP'] });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ phone: maria, name: 'Maria', tags: [{ name: 'VIP' }], fields: {}, notes: null });
  const again = await api.post('/api/contacts', { phone: maria });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ code: 'contact_exists', contactId: made.body.id });
  expect((await api.post('/api/contacts', { phone: 'quarenta e dois' })).status).toBe(400);
});

test('keeps notes, fields and consent of a contact, and finds it by its id', async () => {
  const { api } = await openWorkspace();
  const { body: made } = await api.post('/api/contacts', { phone: maria });
  const change = { notes: 'Paga no Pix', fields: { Aniversário: '3 de maio' }, optedOut: true };
  const { body } = await api.patch(`/api/contacts/${made.id}`, change);
  expect(body).toMatchObject({ ...change, optedOutAt: expect.any(String) });
  const { body: back } = await api.patch(`/api/contacts/${made.id}`, { optedOut: false });
  expect(back).toMatchObject({ optedOut: false, optedOutAt: null, notes: 'Paga no Pix' });
});

test('filters by answer, orders, leads and age', async () => {
  const { api, received } = await openConversation();
  const aiAgentId = await makeAgent(api);
  await importRows(api, `${joao},João`, '+5511900000001,Bia');
  await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: joao }));
  await api.post('/api/leads', { aiAgentId, phone: '+5511900000001' });
  expect(await namesIn(api, 'filter=unanswered')).toEqual(['Maria']);
  expect(await namesIn(api, 'filter=buyer')).toEqual(['João']);
  expect(await namesIn(api, 'filter=lead')).toEqual(['Bia']);
  expect(await namesIn(api, 'filter=newDays:7')).toHaveLength(3);
  expect(await namesIn(api, 'filter=buyer,lead')).toEqual([]);
  await api.post(`/api/conversations/${received.conversationId}/messages`, { content: 'Olá' });
  expect(await namesIn(api, 'filter=unanswered')).toEqual([]);
  expect((await api.get('/api/contacts?filter=newDays:0')).status).toBe(400);
});

test('tags many and puts back what was', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  await importRows(shop.api, `${maria},Maria,,VIP`, `${joao},João`);
  const { body: list } = await shop.api.get('/api/contacts');
  const ids = list.data.map(({ id }: { id: string }) => id);
  const changes = [...ids, 'ct_gone'].map((id) => ({ id, add: ['vip', 'Novo'], remove: [] }));
  const { body } = await owner.post('/owner/contacts/tags', { changes });
  expect(body.undo).toHaveLength(2);
  expect(await namesIn(shop.api, 'filter=tag:VIP')).toHaveLength(2);
  expect(await namesIn(shop.api, 'filter=tag:Novo')).toHaveLength(2);
  await owner.post('/owner/contacts/tags', { changes: body.undo });
  expect(await namesIn(shop.api, 'filter=tag:VIP')).toEqual(['Maria']);
  expect(await namesIn(shop.api, 'filter=tag:Novo')).toEqual([]);
});

test('keeps views of the list, and refuses a filter that the list does not have', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const view = { name: 'Gastam bem', search: 'ma', filter: 'buyer,tag:VIP' };
  const { status, body } = await owner.post('/owner/contacts/views', view);
  expect(status).toBe(201);
  expect((await owner.patch(`/owner/contacts/views/${body.id}`, { name: 'Melhores' })).body.name).toBe('Melhores');
  expect((await owner.get('/owner/contacts/views')).body.data).toMatchObject([{ ...view, name: 'Melhores' }]);
  expect((await owner.post('/owner/contacts/views', { name: 'x', filter: 'rich' })).status).toBe(400);
  expect((await owner.delete(`/owner/contacts/views/${body.id}`)).status).toBe(200);
  expect((await owner.get('/owner/contacts/views')).body.data).toEqual([]);
});

/** Maria, who wrote, and João with an order, a booking, a card and a lead. */
async function shopWithTwo() {
  const open = await openConversation();
  const { api, shop } = open;
  const aiAgentId = await makeAgent(api);
  await importRows(api, `${joao},João,joao@example.com,VIP`);
  await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: joao }));
  await api.post('/api/appointments', haircut(aiAgentId, { ...slot, clientPhone: joao }));
  const { body: lead } = await api.post('/api/leads', { aiAgentId, phone: joao, address: 'Rua A' });
  const { body: pipelines } = await api.get('/api/crm/pipelines');
  const [pipeline] = pipelines.data;
  const card = { pipelineId: pipeline.id, stageId: pipeline.stages[0].id, title: 'Festa', contactPhone: joao };
  await api.post('/api/crm/cards', { ...card, leadId: lead.id });
  const read = async (phone: string) => (await api.get(`/api/contacts/${phone}`)).body;
  const owner = await signIn(shop);
  const kindsOf = async (id: string): Promise<string[]> => {
    const { body } = await owner.get(`/owner/contacts/${id}/timeline`);
    return body.data.map(({ kind }: { kind: string }) => kind).sort();
  };
  return { ...open, owner, aiAgentId, lead, read, kindsOf, maria: await read(maria), joao: await read(joao) };
}

test('a merge moves all that belongs to the person, and the old number finds the kept one', async () => {
  const { api, shop, owner, channel, aiAgentId, read, kindsOf, ...people } = await shopWithTwo();
  await channel.customerSays(joao, 'Quero uma pizza', { name: 'João' });
  await api.post('/api/leads', { aiAgentId, phone: maria });
  const { status, body } = await owner.post('/owner/contacts/merge', { keep: people.maria.id, merge: people.joao.id });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: people.maria.id,
    phone: maria,
    name: 'Maria',
    email: 'joao@example.com',
    tags: [{ name: 'VIP' }],
    orders: { count: 1 },
    otherPhones: [joao],
    leadIds: [expect.any(String)],
    nextAppointment: { title: 'Corte' },
  });
  expect(await kindsOf(people.maria.id)).toEqual(['appointment', 'card', 'lead', 'message', 'message', 'order']);
  expect((await read(joao)).id).toBe(people.maria.id);
  expect(await namesIn(api, 'search=998765432')).toEqual(['Maria']);
  expect((await api.get(`/api/contacts/${people.joao.id}`)).status).toBe(404);
  const { body: found } = await api.get('/api/contacts');
  expect(found.total).toBe(1);
  const events = (await shop.events()).filter(({ type }) => type === 'contacts.changed');
  expect(events.at(-1)?.data).toEqual({ change: 'MERGED', contactIds: [people.maria.id, people.joao.id] });
});

test('a person who was merged writes from the old number and is answered there', async () => {
  const { owner, api, channel, received, ...people } = await shopWithTwo();
  await owner.post('/owner/contacts/merge', { keep: people.maria.id, merge: people.joao.id });
  const again = await channel.customerSays(joao, 'Sou eu');
  expect(again.conversationId).toBe(received.conversationId);
  await importRows(api, `${joao},Outro`);
  expect((await api.get('/api/contacts')).body.total).toBe(1);
});

test('a merge with oneself or with nobody is refused and changes nothing', async () => {
  const { owner, api, ...people } = await shopWithTwo();
  const { id } = people.maria;
  expect((await owner.post('/owner/contacts/merge', { keep: id, merge: id })).status).toBe(400);
  expect((await owner.post('/owner/contacts/merge', { keep: id, merge: 'ct_gone' })).status).toBe(404);
  expect((await api.get('/api/contacts')).body.total).toBe(2);
});

test('a deletion takes conversations and leads along and leaves orders, bookings and cards', async () => {
  const { owner, api, lead, path, ...people } = await shopWithTwo();
  const ids = [people.maria.id, people.joao.id, 'ct_gone'];
  expect((await owner.post('/owner/contacts/delete', { ids })).body).toMatchObject({ deleted: 2 });
  expect((await api.get('/api/contacts')).body.total).toBe(0);
  expect((await api.get(path)).status).toBe(404);
  expect((await api.get(`/api/leads/${lead.id}`)).status).toBe(404);
  expect((await api.get('/api/orders')).body.total).toBe(1);
  expect((await api.get('/api/appointments')).body.total).toBe(1);
  const [pipeline] = (await api.get('/api/crm/pipelines')).body.data;
  const { body: cards } = await api.get(`/api/crm/stages/${pipeline.stages[0].id}/cards`);
  expect(cards.data).toMatchObject([{ title: 'Festa', contactId: null, contactPhone: null }]);
  expect((await owner.get('/owner/search?q=Oi')).body.data).toEqual([]);
});

test('an attendant tags and keeps views, and neither merges nor deletes', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { client } = await addPerson(owner, 'Ana');
  await importRows(shop.api, `${maria},Maria`);
  const { body } = await client.get(`/api/contacts/${maria}`);
  const changes = [{ id: body.id, add: ['VIP'], remove: [] }];
  expect((await client.post('/owner/contacts/tags', { changes })).status).toBe(200);
  expect((await client.post('/owner/contacts/delete', { ids: [body.id] })).status).toBe(403);
  expect((await client.post('/owner/contacts/merge', { keep: body.id, merge: body.id })).status).toBe(403);
});

test('pages the timeline from the newest to the oldest, each entry once', async () => {
  const { owner, channel, ...people } = await shopWithTwo();
  for (let index = 0; index < 7; index++) await channel.customerSays(maria, `Mensagem ${index}`);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await owner.get(
      `/owner/contacts/${people.maria.id}/timeline?limit=3${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.data.map(({ content }: { content: string }) => content));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual([...Array.from({ length: 7 }, (_, index) => `Mensagem ${6 - index}`), 'Oi']);
});

test('an import takes the columns it is told, any separator, and previews what it would refuse', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const csv = 'Quem|Contato|Tamanho\nMaria|11 98765-4321|M\nJoão|quarenta|G\nBia|11 98765-4321|P';
  const guessed = (await owner.post('/owner/contacts/import-preview', { csv })).body;
  expect(guessed).toMatchObject({ delimiter: '|', columns: ['ignore', 'ignore', 'ignore'], valid: 0 });
  const columns = ['name', 'phone', 'field'];
  const preview = (await owner.post('/owner/contacts/import-preview', { csv, columns })).body;
  expect(preview).toMatchObject({
    ...{ columns, valid: 1, repeated: 1, errorCount: 1 },
    errors: [{ line: 3, column: 'Contato', code: 'invalid_phone' }],
  });
  expect((await shop.api.get('/api/contacts')).body.total).toBe(0);
  const imported = await shop.api.post('/api/contacts/import', { csv, columns });
  expect(imported.body).toMatchObject({ created: 1, skipped: 1, errorCount: 1 });
  expect((await shop.api.get(`/api/contacts/${maria}`)).body).toMatchObject({
    name: 'Maria',
    fields: { Tamanho: 'M' },
  });
  expect((await shop.api.post('/api/contacts/import', { csv, columns })).body).toMatchObject({
    updated: 0,
    skipped: 2,
  });
});

test('an export holds the contacts that it names', async () => {
  const { api } = await openWorkspace();
  await importRows(api, `${maria},Maria`, `${joao},João`);
  const { body } = await api.get(`/api/contacts/${maria}`);
  const file = await api.get(`/api/contacts/export?acknowledged=true&ids=${body.id}`);
  expect(file.body).toContain('Maria');
  expect(file.body).not.toContain('João');
});
