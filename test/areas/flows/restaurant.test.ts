import { expect, test } from 'vitest';
import { maria, must, openFlows } from './support.ts';

test('a flow takes a restaurant order from the greeting to the confirmation', async () => {
  const { api, agentId, launch, says, heard, runs, shop } = await openFlows({ agent: { name: 'Bia', language: 'pt' } });
  for (const [name, price] of [
    ['Margherita', 45.9],
    ['Calabresa', 42],
  ]) {
    await must(api.post(`/api/ai-agents/${agentId}/catalog-items`, { name, price }));
  }
  const choice = (...labels: string[]) => ({ kind: 'choice', choices: labels.map((label) => ({ value: label })) });
  const path = await launch(
    [
      {
        id: 'greet',
        type: 'message',
        config: { text: 'Olá, {{contact.firstName}}! Aqui é a {{shop.name}}.' },
        next: 'pizza',
      },
      {
        id: 'pizza',
        type: 'ask',
        config: { text: 'Qual pizza?', variable: 'pizza', ...choice('Margherita', 'Calabresa') },
        next: 'many',
      },
      {
        id: 'many',
        type: 'ask',
        config: { text: 'Quantas?', variable: 'many', kind: 'number', min: 1, max: 20 },
        next: 'how',
      },
      {
        id: 'how',
        type: 'ask',
        config: { text: 'Entrega ou retirada?', variable: 'how', ...choice('entrega', 'retirada') },
        next: 'is-delivery',
      },
      {
        id: 'is-delivery',
        type: 'branch',
        config: {
          branches: [
            { conditions: [{ type: 'variable', name: 'how', operator: 'equals', value: 'entrega' }], next: 'where' },
          ],
        },
        next: 'pick-up',
      },
      { id: 'where', type: 'ask', config: { text: 'Qual o endereço?', variable: 'address' }, next: 'fee' },
      { id: 'fee', type: 'set', config: { values: { fee: '8,50' } }, next: 'order' },
      { id: 'pick-up', type: 'set', config: { values: { fee: '', address: '' } }, next: 'order' },
      {
        id: 'order',
        type: 'order',
        config: {
          items: [{ catalogItem: '{{pizza}}', quantity: '{{many}}' }],
          address: '{{address}}',
          deliveryFee: '{{fee}}',
        },
        next: 'confirm',
      },
      {
        id: 'confirm',
        type: 'message',
        config: { text: 'Pedido {{orderNumber}}: {{many}}x {{pizza}}, R$ {{orderTotal}}. Obrigada!' },
      },
    ],
    { type: 'keyword', words: ['pedido', 'quero pedir'] },
  );
  await says('Boa noite, quero pedir!');
  await says('1');
  await says('duas');
  await says('quero 2');
  await says('Entrega, por favor');
  await says('Rua das Flores, 12');
  expect(await heard()).toEqual([
    'Olá, Maria! Aqui é a My shop.',
    'Qual pizza?\n\n1. Margherita\n2. Calabresa',
    'Quantas?',
    'Preciso de um número. Pode escrever de novo, por favor?\n\nQuantas?',
    'Entrega ou retirada?\n\n1. entrega\n2. retirada',
    'Qual o endereço?',
    'Pedido 1: 2x Margherita, R$ 100,30. Obrigada!',
  ]);
  const { body: orders } = await api.get('/api/orders');
  expect(orders.data).toMatchObject([
    {
      clientName: 'Maria Silva',
      clientPhone: maria,
      total: 100.3,
      deliveryFee: 8.5,
      address: 'Rua das Flores, 12',
      source: 'BOT',
      items: [{ name: 'Margherita', quantity: 2, unitPrice: 45.9 }],
    },
  ]);
  expect(await runs(path)).toMatchObject([{ state: 'COMPLETED', stepId: null, reason: null, flowVersion: 1 }]);
  const created = await shop.events('order.created');
  expect(created).toMatchObject([{ source: 'FLOW', actorName: 'Fluxo' }]);
  const { body: page } = await api.get('/api/conversations');
  expect(page.data[0]).toMatchObject({ status: 'ACTIVE', unreadCount: 0, lastMessage: { author: 'FLOW' } });
});
