import { expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { faultsOf, makeAgent, maria } from '../../support/shop/sales.ts';
import { openCloudShop } from '../cloud/support.ts';

const userId = 'BR.30001';

/** A shop to which Nina, who hides her number, has written. */
async function shopWithNina() {
  const open = await openCloudShop();
  const { shop, graph } = open;
  const { api } = shop;
  const writes = (from: object, body: string) =>
    graph.messages.customerSends({ userId, name: 'Nina', ...from }, 'text', { body });
  writes({}, 'Oi');
  const nina = await eventually(async () => (await api.get('/api/contacts')).body.data[0]);
  const [pipeline] = (await api.get('/api/crm/pipelines')).body.data;
  const place = { pipelineId: pipeline.id, stageId: pipeline.stages[0].id, title: 'Festa' };
  return { ...open, api, events: shop.events, writes, contactId: nina.id, place, aiAgentId: await makeAgent(api) };
}

test('a customer without a number is a lead and has a card by id, and gets the number once it is known', async () => {
  const { api, events, writes, contactId, place, aiAgentId } = await shopWithNina();
  const { status, body: lead } = await api.post('/api/leads', { aiAgentId, contactId, name: 'Nina' });
  expect([status, lead]).toEqual([200, expect.objectContaining({ contactId, phone: null })]);
  const card = await api.post('/api/crm/cards', { ...place, contactId, leadId: lead.id });
  expect([card.status, card.body]).toEqual([201, expect.objectContaining({ contactId, contactPhone: null })]);
  expect(await events('lead.captured', 'crm.card.created')).toMatchObject([{ data: lead }, { data: card.body }]);
  expect((await api.post('/api/leads', { aiAgentId, contactId })).body).toMatchObject({ leadId: lead.id });
  expect((await api.patch(`/api/leads/${lead.id}`, { tags: ['vip'] })).body).toMatchObject({ phone: null });
  expect((await api.patch(`/api/crm/cards/${card.body.id}`, { value: 5 })).body).toMatchObject({ contactPhone: null });
  expect((await api.get(`/api/leads?contactId=${contactId}`)).body.data).toMatchObject([{ id: lead.id }]);
  expect((await api.get('/api/leads?contactId=ct_nobody')).body.total).toBe(0);
  const path = `/api/contacts/${contactId}`;
  expect((await api.get(path)).body.leadIds).toEqual([lead.id]);

  writes({ phone: maria }, 'É este o meu número');
  await eventually(async () => (await api.get(`/api/leads/${lead.id}`)).body.phone === maria);
  expect((await api.get(`/api/crm/stages/${place.stageId}/cards`)).body.data).toMatchObject([{ contactPhone: maria }]);
  for (const query of ['phone=11987654321', `phone=11987654321&contactId=${contactId}`, 'search=4321'])
    expect((await api.get(`/api/leads?${query}`)).body.total, query).toBe(1);
  expect((await api.get('/api/leads/export?acknowledged=true')).body).toContain(`"${contactId}","${maria}"`);
});

test('a body without a customer, with an unknown one or with the number of another is refused with the field', async () => {
  const { api, contactId, place, aiAgentId } = await shopWithNina();
  await api.post('/api/crm/cards', { ...place, contactPhone: maria });
  const cases: [object, number, string][] = [
    [{}, 400, 'phone'],
    [{ contactId: 'ct_nobody' }, 404, 'contactId'],
    [{ contactId, phone: maria }, 400, 'phone'],
  ];
  for (const [named, status, field] of cases) {
    const refused = await api.post('/api/leads', { aiAgentId, ...named });
    expect([refused.status, faultsOf(refused)]).toEqual([status, [`body.${field}`]]);
  }
  const refused = await api.post('/api/crm/cards', { ...place, contactId, contactPhone: maria });
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.contactPhone']]);
  expect((await api.post('/api/crm/cards', place)).body).toMatchObject({ contactId: null, contactPhone: null });
  expect((await api.get(`/api/leads?phone=${encodeURIComponent(maria)}&contactId=${contactId}`)).body.total).toBe(0);
});
