import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../support/shop/sales.ts';
import { openTemplates, orderReady } from '../../support/shop/templates.ts';

const body = (text: string, example?: object) => ({ type: 'BODY', text, ...(example ? { example } : {}) });

describe('a template', () => {
  test('is submitted to the vendor and has the status of its review', async () => {
    const { api, channel, path, shop } = await openTemplates();
    const made = await api.post(path, orderReady());
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^tpl_/),
      channelId: channel.id,
      ...orderReady(),
      status: 'APPROVED',
      reason: null,
      quality: 'UNKNOWN',
      local: false,
      variables: ['1', '2'],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await api.get(`/api/chat-templates/${made.body.id}`)).body).toEqual(made.body);
    const { body: held } = await api.get(`/api/channels/${channel.id}/platform/templates`);
    expect(held.data).toContainEqual(expect.objectContaining({ name: 'order_ready', status: 'APPROVED' }));
    expect((await shop.events()).map((event) => event.type)).toEqual(['channel.connected']);
  });

  test.each([
    ['promo_pending', { status: 'PENDING', reason: null }],
    ['promo_reject', { status: 'REJECTED', reason: expect.any(String) }],
  ])('named %s is still in review or rejected', async (name, expected) => {
    const { api, path } = await openTemplates();
    expect(await api.post(path, orderReady({ name }))).toMatchObject({ status: 201, body: expected });
  });

  test('of a QR channel is local and APPROVED at once', async () => {
    const { api, path } = await openTemplates({ provider: '<QR_PROVIDER>' });
    const made = await api.post(path, orderReady({ name: 'promo_reject' }));
    expect(made).toMatchObject({ status: 201, body: { local: true, status: 'APPROVED' } });
    const again = await api.post(path, orderReady({ name: 'promo_reject' }));
    expect(again).toMatchObject({ status: 400, body: { errors: [{ field: 'body.name', code: 'name_taken' }] } });
  });

  test('can have header, footer and buttons, with numbered or named variables', async () => {
    const { api, path } = await openTemplates();
    const whole = [
      { type: 'HEADER', format: 'TEXT', text: 'Oi {{1}}', example: { header_text: ['Ana'] } },
      body('Cupom {{1}} até {{2}}.', { body_text: [['A1', 'sexta']] }),
      { type: 'FOOTER', text: 'Responda SAIR para sair' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Quero' },
          { type: 'URL', text: 'Ver', url: 'https://example.com/p/{{1}}', example: ['https://example.com/p/1'] },
          { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551130000000' },
        ],
      },
    ];
    const made = await api.post(path, orderReady({ name: 'whole', components: whole }));
    expect(made).toMatchObject({ status: 201, body: { variables: ['header.1', '1', '2', 'button.2'] } });
    const named = [
      body('{{nome}}, seu código é {{codigo_2}}.', {
        body_text_named_params: [
          { param_name: 'nome', example: 'Ana' },
          { param_name: 'codigo_2', example: '12' },
        ],
      }),
    ];
    const second = await api.post(path, orderReady({ name: 'named', components: named }));
    expect(second).toMatchObject({ status: 201, body: { variables: ['nome', 'codigo_2'] } });
  });

  test('can have the same name only in another language', async () => {
    const { api, path } = await openTemplates();
    await api.post(path, orderReady());
    expect((await api.post(path, orderReady({ language: 'es' }))).status).toBe(201);
    const again = await api.post(path, orderReady({ category: 'MARKETING' }));
    expect(again).toMatchObject({ status: 400, body: { errors: [{ field: 'body.name', code: 'name_taken' }] } });
    expect((await api.get('/api/chat-templates?search=order_ready')).body.total).toBe(2);
  });
});

const header = (more: object) => [{ type: 'HEADER', ...more }, body('Oi')];
const buttons = (...list: object[]) => [body('Oi'), { type: 'BUTTONS', buttons: list }];

describe('a template is rejected', () => {
  test.each<[string, object, string[]]>([
    ['a name in capitals', { name: 'Order' }, ['body.name']],
    ['a name with a dash', { name: 'order-ready' }, ['body.name']],
    ['an empty name', { name: ' ' }, ['body.name']],
    ['a name of 513', { name: 'a'.repeat(513) }, ['body.name']],
    ['an unknown category', { category: 'SERVICE' }, ['body.category']],
    ['an invalid language', { language: 'Portuguese' }, ['body.language']],
    ['no component', { components: [] }, ['body.components']],
    ['five components', { components: Array(5).fill(body('Oi')) }, ['body.components']],
    ['no body', { components: [{ type: 'FOOTER', text: 'Tchau' }] }, ['body.components']],
    ['two bodies', { components: [body('Oi'), body('Olá')] }, ['body.components[1].type']],
    ['an unknown type', { components: [body('Oi'), { type: 'VIDEO' }] }, ['body.components[1].type']],
    ['an unknown field', { components: [{ ...body('Oi'), bold: true }] }, ['body.components[0].bold']],
    ['a body without text', { components: [{ type: 'BODY' }] }, ['body.components[0].text']],
    ['a body of 1,025', { components: [body('x'.repeat(1025))] }, ['body.components[0].text']],
    ['a variable without an example', { components: [body('Oi {{1}}!')] }, ['body.components[0].example']],
    ['too few examples', { components: [body('{{1}} {{2}}', { body_text: [['a']] })] }, ['body.components[0].example']],
    ['a gap in the numbers', { components: [body('{{1}} {{3}}')] }, ['body.components[0].text']],
    ['numbers from zero', { components: [body('Oi {{0}}')] }, ['body.components[0].text']],
    ['names and numbers', { components: [body('{{1}} {{nome}}')] }, ['body.components[0].text', 'body.components']],
    ['a name in capitals between braces', { components: [body('Oi {{Nome}}')] }, ['body.components[0].text']],
    ['a brace that is open', { components: [body('Oi {{1}')] }, ['body.components[0].text']],
    [
      'a named variable with a list',
      { components: [body('{{nome}}', { body_text: [['a']] })] },
      ['body.components[0].example'],
    ],
    [
      'a footer with a variable',
      { components: [body('Oi'), { type: 'FOOTER', text: '{{1}}' }] },
      ['body.components[1].text'],
    ],
    ['a header of 61', { components: header({ format: 'TEXT', text: 'x'.repeat(61) }) }, ['body.components[0].text']],
    ['a header without text', { components: header({ format: 'TEXT' }) }, ['body.components[0].text']],
    ['a picture without its sample', { components: header({ format: 'IMAGE' }) }, ['body.components[0].example']],
    [
      'a picture with a text',
      { components: header({ format: 'IMAGE', text: 'a', example: { header_handle: ['h'] } }) },
      ['body.components[0].text'],
    ],
    ['no button', { components: buttons() }, ['body.components[1].buttons']],
    ['an unknown button', { components: buttons({ type: 'JUMP', text: 'a' }) }, ['body.components[1].buttons[0].type']],
    [
      'a long label',
      { components: buttons({ type: 'QUICK_REPLY', text: 'x'.repeat(26) }) },
      ['body.components[1].buttons[0].text'],
    ],
    [
      'an address that is none',
      { components: buttons({ type: 'URL', text: 'a', url: 'example' }) },
      ['body.components[1].buttons[0].url'],
    ],
    [
      'a variable amid an address',
      { components: buttons({ type: 'URL', text: 'a', url: 'https://a.b/{{1}}/c', example: ['x'] }) },
      ['body.components[1].buttons[0].url'],
    ],
    [
      'an address without its example',
      { components: buttons({ type: 'URL', text: 'a', url: 'https://a.b/{{1}}' }) },
      ['body.components[1].buttons[0].example'],
    ],
    ['a text', { components: 'Oi' }, ['body.components']],
  ])('with %s', async (_name, more, fields) => {
    const { api, path } = await openTemplates();
    const refused = await api.post(path, orderReady(more));
    expect(refused.status).toBe(400);
    expect([...new Set(faultsOf(refused))]).toEqual(fields);
    expect((await api.get('/api/chat-templates?search=order')).body.total).toBe(0);
  });

  test('with all its faults in one response', async () => {
    const { api, path } = await openTemplates();
    const components = [{ type: 'HEADER', format: 'IMAGE' }, body('Oi {{1}}'), { type: 'FOOTER', text: '' }];
    const refused = await api.post(path, { name: 'A', category: 'X', language: 'pt_BR', components });
    expect(faultsOf(refused)).toEqual([
      'body.name',
      'body.category',
      'body.components[0].example',
      'body.components[1].example',
      'body.components[2].text',
    ]);
  });

  test.each([
    ['provider_failed', 502, 'provider_failed'],
    ['temporary', 503, 'provider_unreachable'],
    ['credentials', 503, 'provider_unreachable'],
    ['template_unusable', 400, 'provider_refused'],
  ])('when the vendor fails with %s, and nothing is stored', async (reason, status, code) => {
    const { api, path, channel } = await openTemplates();
    await channel.faults({ failCalls: { reason } });
    expect(await api.post(path, orderReady())).toMatchObject({ status, body: { code } });
    expect((await api.get('/api/chat-templates?search=order')).body.total).toBe(0);
    expect((await api.post(path, orderReady())).status).toBe(201);
  });

  test('on a channel that is unknown, deactivated or not connected', async () => {
    const { api, path, channel } = await openTemplates();
    expect((await api.post('/api/channels/ch_x/chat-templates', orderReady())).status).toBe(404);
    await channel.faults({ dropped: true });
    expect(await api.post(path, orderReady())).toMatchObject({ status: 503, body: { code: 'channel_not_connected' } });
    await channel.faults({});
    await api.post(`/api/channels/${channel.id}/deactivate`);
    expect(await api.post(path, orderReady())).toMatchObject({ status: 409, body: { code: 'channel_deactivated' } });
  });
});
