import { describe, expect, test } from 'vitest';
import { makeVoiceNote } from '../../support/files/samples.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';

/** Plays a conversation (`<` the customer, `>` the shop) and returns its insights. */
async function insightsOf(lines: string[], name = 'Maria') {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  let path = '';
  for (const line of lines) {
    const text = line.slice(2);
    if (line.startsWith('<'))
      path = `/api/conversations/${(await channel.customerSays(maria, text, { name })).conversationId}`;
    else await shop.api.post(`${path}/messages`, { content: text });
  }
  const answer = await shop.api.post(`${path}/ai-insights`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the local engine', () => {
  test('returns all findings of a conversation in Portuguese', async () => {
    const { shop, api, path, received } = await openConversation({ clock: new ManualClock() });
    const told = await eventsOf(shop, async () => {
      expect(await api.post(`${path}/ai-insights`)).toMatchObject({
        status: 200,
        body: {
          conversationId: received.conversationId,
          engine: 'local',
          fallbackReason: null,
          language: 'pt',
          summary: 'Cliente: Oi',
          sentiment: { label: 'NEUTRAL', score: 0 },
          topics: [],
          openQuestions: [],
          suggestedNextStep: 'Responder à última mensagem do cliente.',
          suggestedReply: 'Olá, Maria! Recebemos a sua mensagem e já vamos responder.',
          messageCount: 1,
          generatedAt: '2026-11-21T12:00:00.000Z',
        },
      });
    });
    expect(told).toEqual([]);
  });

  test('finds open questions, the topic and the next step', async () => {
    const insights = await insightsOf([
      '< Oi, boa tarde',
      '< Vocês entregam a pizza de calabresa no centro?',
      '> Sim, entregamos no centro.',
      '< Que bom! A pizza de calabresa é grande? Moro na Rua das Flores.',
      '< quanto custa a entrega',
    ]);
    expect(insights).toMatchObject({
      language: 'pt',
      openQuestions: ['A pizza de calabresa é grande?', 'quanto custa a entrega'],
      suggestedNextStep: 'Responder à pergunta do cliente: “quanto custa a entrega”',
      suggestedReply: 'Olá, Maria! Sobre a sua pergunta “quanto custa a entrega”: vamos verificar e já respondemos.',
      messageCount: 5,
    });
    expect(insights.topics).toEqual(expect.arrayContaining(['pizza', 'calabresa', 'centro']));
    expect(insights.summary).toContain('Cliente: ');
    expect(insights.summary).toContain('calabresa');
  });

  test.each([
    ['en', ['< Hello, do you have the blue shirt in size M?'], 'Hello Maria! About your question'],
    ['es', ['< Hola, buenas tardes. ¿Tienen la camisa azul en talla M?'], '¡Hola, Maria! Sobre su pregunta'],
    ['pt', ['< Olá, vocês têm a camisa azul no tamanho M?'], 'Olá, Maria! Sobre a sua pergunta'],
    ['pt', ['< 12345'], 'Olá, Maria! Recebemos'],
  ])('replies in the customer’s language, else in the shop’s: %s', async (language, lines, reply) => {
    const insights = await insightsOf(lines);
    expect(insights.language).toBe(language);
    expect(insights.suggestedReply).toContain(reply);
  });

  test.each([
    ['POSITIVE', 'Adorei, a comida estava ótima! Obrigada'],
    ['NEGATIVE', 'Péssimo atendimento, a comida veio fria e com atraso'],
    ['NEGATIVE', 'Não gostei'],
    ['NEGATIVE', 'Meu pedido ainda não chegou'],
    ['POSITIVE', 'The pizza was not bad at all'],
    ['NEGATIVE', "It doesn't work, this is terrible"],
    ['POSITIVE', '❤️👍'],
    ['NEUTRAL', 'A comida estava ótima mas chegou fria e com atraso, que legal'],
    ['NEUTRAL', 'Quero duas pizzas'],
  ])('finds %s in %j', async (label, text) => {
    expect((await insightsOf([`< ${text}`])).sentiment.label).toBe(label);
  });

  test('suggests no reply when the shop has answered or the conversation is RESOLVED', async () => {
    const waiting = await insightsOf(['< Tem pizza?', '> Tem sim']);
    expect(waiting).toMatchObject({ openQuestions: [], suggestedReply: null });
    expect(waiting.suggestedNextStep).toBe('Aguardar a resposta do cliente.');
    const { api, path } = await openConversation();
    await api.patch(path, { status: 'RESOLVED' });
    const { body } = await api.post(`${path}/ai-insights`);
    expect(body).toMatchObject({ suggestedReply: null, suggestedNextStep: 'Nada a fazer: a conversa está resolvida.' });
  });

  test('does not count an undelivered message as an answer', async () => {
    const { api, channel, path } = await openConversation();
    await channel.customerSays(maria, 'Tem pizza?');
    await channel.faults({ reject: { reason: 'not_on_app' } });
    await api.post(`${path}/messages`, { content: 'Tem sim' });
    expect((await api.post(`${path}/ai-insights`)).body.openQuestions).toEqual(['Tem pizza?']);
  });

  test('suggests a template when free text is not allowed', async () => {
    const clock = new ManualClock();
    const { api, path } = await openConversation({ clock, provider: 'CLOUD_API' });
    clock.advance(25 * 3_600_000);
    const { body } = await api.post(`${path}/ai-insights`);
    expect(body.suggestedNextStep).toContain('24 horas');
    expect(body.suggestedReply).toBeNull();
  });

  test('handles a conversation without messages and messages without text', async () => {
    const { api, channel, shop } = await openConversation();
    const { body: empty } = await api.post('/api/conversations/new', {
      channelId: channel.id,
      phoneNumber: '+5521998765432',
    });
    expect((await api.post(`/api/conversations/${empty.id}/ai-insights`)).body).toMatchObject({
      messageCount: 0,
      summary: 'Ainda não há mensagens.',
      topics: [],
      suggestedReply: null,
    });
    const { body: media } = await api.upload(`/api/simulator/channels/${channel.id}/media`, makeVoiceNote(), 'a.ogg');
    const said = { from: '+5531987654321', type: 'AUDIO', mediaId: media.mediaId };
    await channel.drive('messages', said);
    await shop.settle();
    const list = await api.get('/api/conversations?search=31987654321');
    expect((await api.post(`/api/conversations/${list.body.data[0].id}/ai-insights`)).body).toMatchObject({
      summary: 'Há mensagens, mas nenhuma com texto.',
      suggestedNextStep: 'Responder à última mensagem do cliente.',
    });
  });

  test('reads the newest 200 messages, repeats its findings and stays within bounds', async () => {
    const { api, channel, path, shop } = await openConversation();
    for (let index = 0; index < 205; index++) {
      await channel.drive('messages', { from: maria, content: `Pergunta ${index}? ${'🍕'.repeat(400)}` });
    }
    await shop.settle();
    const first = (await api.post(`${path}/ai-insights`)).body;
    const { generatedAt: _first, ...findings } = first;
    const { generatedAt: _second, ...again } = (await api.post(`${path}/ai-insights`)).body;
    expect(again).toEqual(findings);
    expect(first.messageCount).toBe(200);
    expect(first.openQuestions).toHaveLength(10);
    expect(first.openQuestions.at(-1)).toBe('Pergunta 204?');
    expect(first.summary.length).toBeLessThan(2_000);
    expect(JSON.stringify(first).isWellFormed()).toBe(true);
  });
});

test('accepts only an empty body', async () => {
  const { api, path } = await openConversation();
  expect((await api.post(`${path}/ai-insights`, {})).status).toBe(200);
  expect((await api.post(`${path}/ai-insights`, { tone: 'kind' })).status).toBe(400);
});
