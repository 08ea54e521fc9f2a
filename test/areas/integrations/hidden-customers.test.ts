import { expect, test } from 'vitest';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { bind, install, newestJob } from '../../support/shop/integrations.ts';
import { openWithNina } from '../cloud/hidden-customer.ts';
import { must } from '../flows/support.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const items = [{ name: 'Presunto', quantity: 1, unitPrice: 10 }];

test('the pipeline and the tags of the shop take the event of a customer who hides the number', async () => {
  const opened = await openWithNina();
  const { api, agentId, contactId } = opened;
  const installation = await install(api, 'crm');
  const { body: pipeline } = await must(api.post('/api/crm/pipelines', { name: 'Vendas' }));
  const stageId = pipeline.stages[0].id;
  const config = { stageId, title: 'Pedido de {{data.clientName}}{{data.clientPhone}}' };
  const making = await bind(api, installation.id, 'order.created', 'create_card', config);
  const tagging = await bind(api, installation.id, 'order.created', 'tag_contact', { tag: 'compra' });
  await must(api.post('/api/orders', { aiAgentId: agentId, clientName: 'Nina', contactId, items, total: 10 }));
  await newestJob(opened, making.id, 'SUCCEEDED');
  const tagged = await newestJob(opened, tagging.id, 'SUCCEEDED');
  expect(tagged.attempts[0].request).toBe('Tag "compra" on Nina');
  expect((await api.get(`/api/crm/stages/${stageId}/cards`)).body.data).toMatchObject([
    { title: 'Pedido de Nina', contactId, contactPhone: null },
  ]);
  expect((await api.get(`/api/contacts/${contactId}`)).body.tags).toMatchObject([{ name: 'compra' }]);
});

test('a mapped number is empty while it is hidden, and the contact and the user name are there', async () => {
  const endpoint = await startRestEndpoint(secret);
  const opened = await openWithNina({ env: { FRONTDESK_OUTBOUND_ALLOW: '*' } });
  const { api, agentId, contactId, says } = opened;
  const made = await install(api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const fields = { phone: '{{data.clientPhone}}', id: '{{data.contactId}}' };
  const ordered = await bind(api, made.id, 'order.created', 'send_event', { path: '/orders', fields });
  await must(api.post('/api/orders', { aiAgentId: agentId, clientName: 'Nina', contactId, items, total: 10 }));
  await newestJob(opened, ordered.id, 'SUCCEEDED');
  expect(endpoint.calls[0]?.body).toEqual({ phone: '', id: contactId });

  const talk = { phone: '{{data.contact.phone}}', id: '{{data.contact.id}}', name: '@{{data.contact.username}}' };
  const handed = await bind(api, made.id, 'conversation.status.changed', 'send_event', { path: '/talk', fields: talk });
  const { body: all } = await api.get('/api/conversations');
  await must(api.patch(`/api/conversations/${all.data[0].id}`, { status: 'HANDED_OFF' }));
  await says('Oi');
  await newestJob(opened, handed.id, 'SUCCEEDED');
  expect(endpoint.calls[1]?.body).toEqual({ phone: '', id: contactId, name: '@' });
});
