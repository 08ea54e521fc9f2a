import { describe, expect, test } from 'vitest';
import { type Client, startApp } from '../../support/server/app.ts';
import { openTemplates, orderReady } from '../../support/shop/templates.ts';

const body = (text: string, example?: object) => ({ type: 'BODY', text, ...(example ? { example } : {}) });

/** The findings of a draft as `path code`, those with a severity only. */
async function findings(api: Client, draft: object, severity?: 'error' | 'hint', channelId?: string) {
  const { status, body: checked } = await api.post('/api/chat-templates/check', { draft, channelId });
  expect(status).toBe(200);
  return checked.findings
    .filter((found: { severity: string }) => !severity || found.severity === severity)
    .map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

describe('a draft of a template', () => {
  test('has exactly the faults for which creating it is rejected, each with its place', async () => {
    const { api, path, channel } = await openTemplates();
    const draft = {
      name: 'Com espaço',
      category: 'UTILITY',
      language: 'pt-BR',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'a'.repeat(61) },
        body('Oi {{2}}'),
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'ftp://x' }] },
      ],
    };
    const { body: refused } = await api.post(path, draft);
    const fields = refused.errors.map((fault: { field: string }) => fault.field.replace('body.', ''));
    const { body: checked } = await api.post('/api/chat-templates/check', { channelId: channel.id, draft });
    const faults = checked.findings.filter((found: { severity: string }) => found.severity === 'error');
    expect(faults.map((found: { path: string }) => found.path)).toEqual(fields);
    expect(faults.map((found: { message: string }) => found.message)).toEqual(
      refused.errors.map((fault: { message: string }) => fault.message),
    );
    expect(fields).toEqual([
      'name',
      'language',
      'components[0].text',
      'components[1].text',
      'components[2].buttons[0].url',
    ]);
    expect((await api.get(`/api/chat-templates?channelId=${channel.id}&search=com`)).body.total).toBe(0);
  });

  test('is found to have a name that the channel has, in that language only', async () => {
    const { api, path, channel } = await openTemplates();
    await api.post(path, orderReady());
    expect(await findings(api, orderReady(), 'error', channel.id)).toEqual(['name name_taken']);
    expect(await findings(api, orderReady({ language: 'es' }), 'error', channel.id)).toEqual([]);
    expect(await findings(api, orderReady(), 'error')).toEqual([]);
  });

  test('without a fault has no finding', async () => {
    const { api } = await startApp();
    expect(await findings(api, orderReady())).toEqual([]);
  });

  test.each([
    [
      'begins with a variable',
      orderReady({ components: [body('{{1}}, o pedido saiu hoje.', { body_text: [['Ana']] })] }),
      'components[0].text variable_at_edge',
    ],
    [
      'has variables side by side',
      orderReady({
        components: [body('Olá {{1}} {{2}}, o seu pedido já saiu da loja.', { body_text: [['Ana', 'Lima']] })],
      }),
      'components[0].text variables_adjacent',
    ],
    [
      'has little text',
      orderReady({ components: [body('Oi {{1}}!', { body_text: [['Ana']] })] }),
      'components[0].text few_words',
    ],
    ['shouts', orderReady({ components: [body('SEU PEDIDO SAIU AGORA MESMO.')] }), 'components[0].text capitals'],
    [
      'asks for a password',
      orderReady({ components: [body('Responda com a sua senha para confirmar.')] }),
      'components[0].text asks_secrets',
    ],
    [
      'shortens a link',
      orderReady({ components: [body('O pedido saiu, veja em bit.ly/abc agora.')] }),
      'components[0].text short_link',
    ],
    [
      'sounds like advertising',
      orderReady({ components: [body('Seu pedido tem desconto de 20% amanhã.')] }),
      'category sounds_like_marketing',
    ],
    [
      'is in another language',
      orderReady({
        components: [body('Hello there, your order has just left our shop and it will be with you within the hour.')],
      }),
      'components[0].text other_language',
    ],
    [
      'cannot be stopped',
      orderReady({ category: 'MARKETING', components: [body('Hoje tem pizza de forno a lenha.')] }),
      'components[0].text no_way_out',
    ],
    [
      'has a sample that is none',
      orderReady({ components: [body('Olá {{1}}, o seu pedido já saiu.', { body_text: [['teste']] })] }),
      'components[0].example sample_unreal',
    ],
    [
      'has an emoji in its footer',
      orderReady({ components: [body('O pedido saiu.'), { type: 'FOOTER', text: 'Até já 🍕' }] }),
      'components[1].text not_plain',
    ],
    [
      'says the same on two buttons',
      orderReady({
        components: [
          body('O pedido saiu.'),
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Ok' },
              { type: 'QUICK_REPLY', text: 'OK' },
            ],
          },
        ],
      }),
      'components[1].buttons[1].text label_twice',
    ],
  ])('that %s is valid and gets a hint at its place', async (_what, draft, hint) => {
    const { api } = await startApp();
    expect(await findings(api, draft, 'error')).toEqual([]);
    expect(await findings(api, draft, 'hint')).toEqual([hint]);
  });

  test('for a channel without a review gets no hints', async () => {
    const { api, channel } = await openTemplates({ provider: '<QR_PROVIDER>' });
    const draft = orderReady({ components: [body('SEU PEDIDO SAIU AGORA MESMO.')] });
    expect(await findings(api, draft, undefined, channel.id)).toEqual([]);
  });

  test('that is hardly begun, or is no template at all, is answered with faults', async () => {
    const { api } = await startApp();
    expect(await findings(api, {}, 'error')).toEqual(
      expect.arrayContaining(['name invalid_type', 'category invalid_value', 'components invalid_type']),
    );
    const odd = { components: [{ type: 'BODY', text: 7, example: [[[]]] }, null, { type: 'BUTTONS', buttons: 'x' }] };
    expect((await findings(api, odd, 'error')).length).toBeGreaterThan(3);
    expect((await api.post('/api/chat-templates/check', { draft: {}, channelId: 'ch_none' })).status).toBe(400);
  });
});
