import { expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { openCloudShop } from '../cloud/support.ts';
import { mappings, morning, phoneOf, promo } from './support.ts';

const nina = 'BR.1234567890';

/** A shop on the vendor's double with an approved template, and Nina, who hides her number. */
async function openWithNina(category: 'MARKETING' | 'AUTHENTICATION' = 'MARKETING') {
  const clock = new ManualClock(morning);
  const cloud = await openCloudShop({ clock });
  const { shop, graph, channelId } = cloud;
  const { api } = shop;
  const settle = async () => {
    await shop.settle();
    await shop.app.platform.services.campaignSender.idle();
    await graph.webhooks.idle();
    await shop.settle();
  };
  const hears = async (from: { userId?: string; phone?: string; name?: string }, body: string) => {
    graph.messages.customerSends(from, 'text', { body });
    await graph.webhooks.idle();
    await settle();
  };
  await hears({ userId: nina, name: 'Nina' }, 'Oi');
  const { body: template } = await api.post(`/api/channels/${channelId}/chat-templates`, promo({ category }));
  graph.management.review('promo', 'APPROVED');
  await graph.webhooks.idle();
  await settle();
  const contactId: string = (await api.get('/api/contacts')).body.data[0].id;
  const draft = { name: 'Natal', channelId, channelTemplateId: template.id, audienceSource: 'CONTACTS' };
  const { body: campaign } = await api.post('/api/marketing-campaigns', { ...draft, sendIntervalMs: 250 });
  const path = `/api/marketing-campaigns/${campaign.id}`;
  await api.put(`${path}/variables`, { mappings });
  return {
    ...{ api, shop, graph, clock, channelId, contactId, path, hears, settle },
    put: (rows: object[]) => api.put(`${path}/audience`, { rows }),
    async start(body: object = {}) {
      expect(await api.post(`${path}/start`, body)).toMatchObject({ status: 200 });
      await settle();
    },
    recipients: async () => (await api.get(`${path}/recipients`)).body.data,
    sent: () => graph.messages.sent.filter(({ body }) => body.type === 'template').map(({ to }) => to),
  };
}

test('a customer who hides her number is in an audience of contacts and gets the campaign at her id', async () => {
  const { api, contactId, put, start, recipients, sent, hears, path } = await openWithNina();
  const { body: preview } = await api.post('/api/marketing-campaigns/audience/contacts', {});
  expect(preview).toMatchObject({
    total: 1,
    rows: [{ contactId, phone: null, name: 'Nina', variables: {} }],
  });
  expect((await put(preview.rows)).body).toMatchObject({ accepted: 1, invalid: 0 });
  await start();
  expect(sent()).toEqual([nina]);
  expect(await recipients()).toMatchObject([{ contactId, phone: null, name: 'Nina', status: 'DELIVERED' }]);
  await hears({ userId: nina }, 'Quero!');
  expect(await recipients()).toMatchObject([{ status: 'REPLIED' }]);
  const { body: file } = await api.get(`${path}/report?acknowledged=true`, { headers: { accept: 'text/csv' } });
  expect(String(file)).toContain(contactId);
  expect(String(file)).not.toContain(nina);
});

test('a file names a customer without a number by contact id, among people with numbers', async () => {
  const { api, contactId, put, start, sent } = await openWithNina();
  const csv = `contactId;telefone;nome\n${contactId};;Nina\n;${phoneOf(1)};Ana\nct_gone;;Zé\n${contactId};${phoneOf(2)};Bia`;
  const { body } = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  expect(body.mapped).toMatchObject({ contactId: 'contactId', phone: 'telefone', name: 'nome', variables: [] });
  expect(body.totals).toEqual({ rows: 4, accepted: 2, duplicate: 0, invalid: 2, optedOut: 0 });
  expect(body.problems).toEqual([
    { row: 4, code: 'unknown_contact', message: 'No such contact' },
    { row: 5, code: 'not_of_contact', message: 'This is not a number of the contact' },
  ]);
  const ids = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv: `Contact ID\n${contactId}` });
  expect(ids.body).toMatchObject({ mapped: { phone: null }, totals: { accepted: 1 } });
  const put2 = await put([...body.audience, { contactId: 'ct_gone' }, { contactId, phone: phoneOf(2) }]);
  expect(put2.body).toMatchObject({ accepted: 2, invalid: 2, errors: [{ row: 3 }, { row: 4 }] });
  await start();
  expect(sent()).toEqual([nina]);
});

test('a template of category AUTHENTICATION skips her before anything is sent, and reaches her once she gives the number', async () => {
  const { api, contactId, put, start, recipients, graph, sent, path, hears } = await openWithNina('AUTHENTICATION');
  await put([{ contactId }]);
  const before = graph.requests.length;
  await start({ transactional: { reason: 'Códigos de acesso' } });
  expect(await recipients()).toMatchObject([{ contactId, status: 'SKIPPED', reason: 'no_number', error: null }]);
  expect((await api.get(`${path}/report`)).body.skipped).toEqual([{ reason: 'no_number', count: 1 }]);
  expect(graph.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
  const test = await api.post(`${path}/test`, { contactId, variables: { oferta: '1234' } });
  expect(test).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
  await hears({ userId: nina, phone: phoneOf(1) }, 'É este');
  expect((await api.post(`${path}/test`, { contactId })).status).toBe(200);
  expect(sent()).toHaveLength(1);
});

test('a test goes to her by id', async () => {
  const { api, contactId, sent, path } = await openWithNina();
  expect((await api.post(`${path}/test`, { contactId })).body).toMatchObject({ author: 'CAMPAIGN' });
  expect(sent()).toEqual([nina]);
  for (const wrong of [{}, { contactId: 'ct_gone' }, { contactId, phoneNumber: phoneOf(3) }]) {
    expect((await api.post(`${path}/test`, wrong)).status).toBe(400);
  }
});

test('a channel whose vendor knows no id of a customer without a number skips her', async () => {
  const { api, contactId, put, start, recipients, graph, shop } = await openWithNina();
  await put([{ contactId }]);
  // As for a customer who wrote only to a QR channel.
  await shop.app.platform.write(({ db }) => db.updateTable('contact_addresses').set({ kind: 'lid' }).execute());
  const before = graph.messages.sent.length;
  await start();
  expect(await recipients()).toMatchObject([{ status: 'SKIPPED', reason: 'no_number' }]);
  expect(graph.messages.sent).toHaveLength(before);
  expect((await api.get('/api/contacts')).body.total).toBe(1);
});

test('a conversation is started with her by id', async () => {
  const { api, contactId, channelId, graph } = await openWithNina();
  const start = (body: object) => api.post('/api/conversations/new', { channelId, content: 'Olá, Nina', ...body });
  const { status, body } = await start({ contactId });
  expect([status, body.message.status]).toEqual([201, expect.stringMatching(/^(SENT|DELIVERED)$/)]);
  expect(graph.messages.sent.at(-1)).toMatchObject({ to: nina });
  expect((await api.get('/api/conversations')).body.total).toBe(1);
  for (const [wrong, field] of [
    [{}, 'phoneNumber'],
    [{ contactId: 'ct_gone' }, 'contactId'],
    [{ contactId, phoneNumber: phoneOf(3) }, 'phoneNumber'],
  ] as const) {
    expect(await start(wrong)).toMatchObject({ status: 400, body: { errors: [{ field: `body.${field}` }] } });
  }
});
