import { describe, expect, test } from 'vitest';
import { makePhoto } from '../../support/files/samples.ts';
import { failed, maria, minuteMs, must, openFlows, question, say, step } from './support.ts';

describe('a message step', () => {
  test('renders a variable without a value as nothing, and sends no empty message', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([
      step('s', 'set', { values: { x: '' } }, 'a'),
      say('a', '{{x}}', 'b'),
      say('b', 'Oi {{x}}{{#x}}sim{{/x}}!'),
    ]);
    await says('oi');
    expect(await heard()).toEqual(['Oi !']);
  });

  test('never parses what a customer wrote as a template', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([question('a', 'name', 'b'), say('b', '{{name}} & {{{name}}}')]);
    await says('oi');
    await says('{{contact.phone}} <b> {{#lambda}}');
    expect((await heard())[1]).toBe('{{contact.phone}} <b> {{#lambda}} & {{contact.phone}} <b> {{#lambda}}');
  });

  test('sends media with a caption', async () => {
    const { api, launch, says, channel, conversationId, pass } = await openFlows();
    await says('opa');
    const upload = `/api/conversations/${await conversationId()}/upload-media`;
    const { body: media } = await must(api.upload(upload, await makePhoto(), 'pizza.jpg'));
    await launch([step('a', 'message', { text: 'A pizza', mediaUrl: media.url }, 'b'), say('b', 'Que tal?')]);
    // The link from upload-media has expired by now.
    await pass(49 * 60 * minuteMs);
    await says('oi');
    const shown = await channel.phoneShows(maria);
    expect(shown.slice(0, 2)).toMatchObject([{ content: 'Que tal?' }, { type: 'IMAGE', content: 'A pizza' }]);
  });

  test('ends the run as FAILED if its media cannot be fetched', async () => {
    const { launch, says, heard, runs } = await openFlows();
    const path = await launch([step('a', 'message', { mediaUrl: 'http://127.0.0.1:1/a.png' }, 'b'), say('b', 'x')]);
    await says('oi');
    expect(await heard()).toEqual([failed]);
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', reason: { code: 'validation_failed' } }]);
  });

  test('sends a template outside the messaging window, where free text ends the run', async () => {
    const { api, channel, launch, says, heard, runs, pass } = await openFlows({ provider: 'CLOUD_API' });
    const body = {
      name: 'volte',
      category: 'MARKETING',
      language: 'pt_BR',
      components: [{ type: 'BODY', text: 'Volte, {{1}}!', example: { body_text: [['Ana']] } }],
    };
    await must(api.post(`/api/channels/${channel.id}/chat-templates`, body));
    const template = { name: 'volte', language: 'pt_BR', variables: ['{{contact.firstName}}'] };
    const path = await launch([
      step('w', 'wait', { seconds: 90_000 }, 'a'),
      step('a', 'message', { template }, 'b'),
      say('b', 'x'),
    ]);
    await says('oi');
    await pass(90_000_000);
    expect(await heard()).toEqual(['Volte, Maria!']);
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', stepId: 'b', reason: { code: 'window_closed' } }]);
  });
});

test('a branch step takes the first branch that holds: by variables, contact, tags and business hours', async () => {
  const always = { days: { sat: [{ from: '08:00', to: '10:00' }] } };
  const { api, launch, says, heard, pass } = await openFlows({ agent: { businessHours: always } });
  const on = (next: string, ...conditions: object[]) => ({ conditions, next });
  const branches = [
    on('vip', { type: 'tag', tag: 'VIP' }),
    on('ana', { type: 'contact', field: 'name', operator: 'starts_with', value: 'ana' }),
    on('closed', { type: 'business_hours', open: false }),
    {
      match: 'any',
      conditions: [
        { type: 'variable', name: 'n', operator: 'greater_than', value: '9' },
        { type: 'variable', name: 'message.text', operator: 'contains', value: 'MUITO' },
      ],
      next: 'much',
    },
  ];
  await launch([
    step('s', 'set', { values: { n: '10' } }, 'b'),
    step('b', 'branch', { branches }, 'else'),
    ...['vip', 'ana', 'closed', 'much', 'else'].map((id) => say(id, id)),
  ]);
  await says('oi');
  await says('oi', '+5511911111111', { name: 'Ana' });
  await must(api.patch(`/api/contacts/${encodeURIComponent(maria)}/tags`, { tags: ['vip'] }));
  await says('oi');
  await pass(61 * minuteMs);
  await says('oi', '+5511922222222', { name: 'Rui' });
  expect([await heard(), await heard('+5511911111111'), await heard('+5511922222222')]).toEqual([
    ['much', 'vip'],
    ['ana'],
    ['closed'],
  ]);
});

test('tag, conversation_stage, lead and crm_card steps have the effects of the API operations', async () => {
  const { api, shop, agentId, launch, says, runs, conversationId } = await openFlows();
  const { body: stage } = await must(api.post('/api/conversation-stages', { name: 'Novo', color: '#112233' }));
  const { body: pipelines } = await must(api.get('/api/crm/pipelines'));
  const [{ id: pipelineId, stages }] = pipelines.data;
  const path = await launch([
    step('t', 'tag', { add: ['quente', 'novo'], remove: ['frio'] }, 's'),
    step('s', 'conversation_stage', { stageId: stage.id }, 'l'),
    step('l', 'lead', { name: '{{contact.name}}', email: '', tags: ['site'], data: { said: '{{message.text}}' } }, 'c'),
    step(
      'c',
      'crm_card',
      { action: 'create', pipelineId, stageId: stages[0].id, title: '{{contact.name}}', value: '1.234,50' },
      'm',
    ),
    step('m', 'crm_card', { action: 'move', stageId: stages[1].id }),
  ]);
  await says('opa');
  await must(api.patch(`/api/contacts/${encodeURIComponent(maria)}/tags`, { tags: ['frio'] }));
  await says('oi');
  expect(await runs(path)).toMatchObject([
    {
      state: 'COMPLETED',
      variables: { leadId: expect.stringMatching(/^lead_/), cardId: expect.stringMatching(/^card_/) },
    },
  ]);
  const { body: contact } = await api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  expect(contact.tags.map((tag: { name: string }) => tag.name)).toEqual(['quente', 'novo']);
  const conversation = await conversationId();
  expect((await api.get('/api/conversations')).body.data[0].stageId).toBe(stage.id);
  const events = await shop.events('lead.captured', 'crm.card.created', 'crm.card.moved');
  expect(events.map(({ type, source, data }) => [type, source, data.aiAgentId ?? data.stageId])).toEqual([
    ['lead.captured', 'FLOW', agentId],
    ['crm.card.created', 'FLOW', stages[0].id],
    ['crm.card.moved', 'FLOW', stages[1].id],
  ]);
  expect(events[0]?.data).toMatchObject({
    phone: maria,
    name: 'Maria Silva',
    email: null,
    tags: ['site'],
    data: { said: 'oi' },
  });
  expect(events[1]?.data).toMatchObject({ value: 1_234.5, conversationId: conversation, contactPhone: maria });
});

describe('an order step', () => {
  const order = (item: object, more: object = {}) => step('o', 'order', { items: [item], ...more }, 'ok');
  test.each<[string, object]>([
    ['an unknown item', { catalogItem: 'Sushi' }],
    ['an invalid quantity', { name: 'Pizza', unitPrice: '10', quantity: 'muitas' }],
    ['an invalid price', { name: 'Pizza', unitPrice: 'caro' }],
  ])('with %s places no order and goes to onError', async (_title, item) => {
    const { api, launch, says, heard, runs, shop } = await openFlows();
    const path = await launch([order(item, { onError: 'no' }), say('ok', 'Feito'), say('no', 'Não deu: {{error}}')]);
    await says('oi');
    expect((await heard())[0]).toMatch(/^Não deu: /);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
    expect((await api.get('/api/orders')).body.total).toBe(0);
    expect(await shop.events('order.created')).toEqual([]);
  });

  test('without onError ends the run as FAILED with the reason', async () => {
    const { launch, says, runs } = await openFlows();
    const path = await launch([order({ catalogItem: 'Sushi' }), say('ok', 'Feito')]);
    await says('oi');
    expect(await runs(path)).toMatchObject([
      { state: 'FAILED', stepId: 'o', reason: { message: '"Sushi" is not sold' } },
    ]);
  });
});

describe('a handoff step', () => {
  test('sends its text, hands the conversation to a person and completes the run', async () => {
    const { api, shop, launch, says, heard, runs } = await openFlows();
    const path = await launch([step('h', 'handoff', { text: 'Um momento', assignedTo: 'Rita' })]);
    await says('oi');
    expect(await heard()).toEqual(['Um momento']);
    expect((await api.get('/api/conversations')).body.data[0]).toMatchObject({
      status: 'HANDED_OFF',
      handoffType: 'FLOW',
      assignedTo: 'Rita',
      unreadCount: 1,
    });
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
    expect(await shop.events('conversation.escalated')).toMatchObject([{ source: 'FLOW' }]);
    await says('oi');
    expect(await runs(path)).toHaveLength(1);
  });
});

test('a go_to step jumps to its step, and an end step ends the run', async () => {
  const { launch, says, heard } = await openFlows();
  await launch([
    step('g', 'go_to', { stepId: 'c' }),
    say('b', 'B', 'e'),
    say('c', 'C', 'b'),
    step('e', 'end', {}, 'c'),
  ]);
  await says('oi');
  expect(await heard()).toEqual(['C', 'B']);
});
