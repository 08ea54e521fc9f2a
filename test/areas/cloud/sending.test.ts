import { describe, expect, test } from 'vitest';
import { makeFilm, makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { type CloudShop, openCloudShop } from './support.ts';

const digits = maria.slice(1);

async function openWithMaria(options: Parameters<typeof openCloudShop>[0] = {}) {
  const cloud = await openCloudShop(options);
  const greeting = cloud.graph.messages.customerSends({ phone: maria, name: 'Maria' }, 'text', { body: 'Oi' });
  const path = await settleAndFind(cloud);
  const list = async () => (await cloud.shop.api.get(`${path}/messages`)).body.data;
  const sends = () => cloud.graph.requests.filter((request) => request.path.endsWith('/messages'));
  return {
    ...cloud,
    cloud,
    greeting,
    path,
    list,
    sends,
    send: (body: object) => cloud.shop.api.post(`${path}/messages`, body),
  };
}

async function settleAndFind({ shop, graph }: CloudShop): Promise<string> {
  await graph.webhooks.idle();
  await shop.settle();
  return `/api/conversations/${(await shop.api.get('/api/conversations')).body.data[0].id}`;
}

const language = { code: 'en_US', policy: 'deterministic' };

/** The envelope of every message. */
const around = (id: string) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: digits,
  biz_opaque_callback_data: id,
});

describe('the request', () => {
  test.each([
    ['a text', { content: 'Olá' }, { type: 'text', text: { body: 'Olá', preview_url: false } }],
    [
      'a text with a link',
      { content: 'Veja https://x.example' },
      { type: 'text', text: { body: 'Veja https://x.example', preview_url: true } },
    ],
    [
      'a place with a name',
      { type: 'LOCATION', content: 'geo:-23.5,-46.25?q=Loja%20da%20S%C3%A9' },
      { type: 'location', location: { latitude: '-23.5', longitude: '-46.25', name: 'Loja da Sé' } },
    ],
    [
      'a template without variables',
      { template: { name: 'hello_world', language: 'en_US' } },
      { type: 'template', template: { name: 'hello_world', language } },
    ],
  ])('of %s equals the reference', async (_name, draft, golden) => {
    const { send, sends } = await openWithMaria();
    const { status, body } = await send(draft);
    expect(status).toBe(201);
    expect(sends().at(-1)?.json).toEqual({ ...around(body.id), ...golden });
  });

  test.each([
    [
      'numbered variables',
      ['Ana', '10 h'],
      [
        { type: 'text', text: 'Ana' },
        { type: 'text', text: '10 h' },
      ],
    ],
    [
      'named variables',
      { client: 'Ana', hour: '10 h' },
      [
        { type: 'text', parameter_name: 'client', text: 'Ana' },
        { type: 'text', parameter_name: 'hour', text: '10 h' },
      ],
    ],
  ])('of a template with %s equals the reference', async (kind, variables, parameters) => {
    const { send, sends, graph, shop, channelId } = await openWithMaria();
    const text = kind.startsWith('named') ? 'Oi {{client}}, {{hour}}' : 'Oi {{1}}, {{2}}';
    graph.management.add(
      { name: 'visit', language: 'pt_BR', category: 'UTILITY', components: [{ type: 'BODY', text }] },
      'APPROVED',
    );
    await shop.api.post(`/api/channels/${channelId}/chat-templates/sync`);
    await shop.settle();
    expect((await send({ template: { name: 'visit', language: 'pt_BR', variables } })).status).toBe(201);
    const { template } = sends().at(-1)?.json ?? {};
    expect(template).toEqual({
      name: 'visit',
      language: { code: 'pt_BR', policy: 'deterministic' },
      components: [{ type: 'body', parameters }],
    });
  });

  test.each([
    ['IMAGE', makePhoto, 'a.jpg', (id: string) => ({ image: { id, caption: 'Aqui' } })],
    ['VIDEO', makeFilm, 'a.mp4', (id: string) => ({ video: { id, caption: 'Aqui' } })],
    ['AUDIO', makeVoiceNote, 'a.ogg', (id: string) => ({ audio: { id } })],
    ['DOCUMENT', makePdf, 'a.pdf', (id: string) => ({ document: { id, caption: 'Aqui', filename: 'a.pdf' } })],
  ])('of %s refers to the uploaded file', async (type, make, name, golden) => {
    const { send, sends, shop, path } = await openWithMaria();
    const { body: uploaded } = await shop.api.upload(`${path}/upload-media`, await make(), name);
    // An audio has no caption.
    const said = type === 'AUDIO' ? {} : { content: 'Aqui' };
    const { status, body } = await send({ type, mediaUrl: uploaded.url, ...said });
    expect(status).toBe(201);
    const sent = sends().at(-1)?.json;
    expect(sent).toEqual({ ...around(body.id), type: type.toLowerCase(), ...golden(sent[type.toLowerCase()].id) });
  });

  test('of a template with a picture refers to one upload for all who get the same file', async () => {
    const { send, sends, graph, shop, channelId, path } = await openWithMaria();
    const components = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Oi' },
    ];
    graph.management.add({ name: 'menu', language: 'pt_BR', category: 'MARKETING', components }, 'APPROVED');
    await shop.api.post(`/api/channels/${channelId}/chat-templates/sync`);
    await shop.settle();
    const template = { name: 'menu', language: 'pt_BR' };
    const upload = async () => (await shop.api.upload(`${path}/upload-media`, await makePhoto(), 'a.jpg')).body.url;
    const [first, second] = [await upload(), await upload()];
    for (const mediaUrl of [first, first, second]) expect((await send({ template, mediaUrl })).status).toBe(201);
    const ids = sends().map(({ json }) => json.template.components[0].parameters[0].image.id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(graph.requests.filter((request) => request.path.endsWith('/media'))).toHaveLength(2);
  });

  test('of a reply and of a reaction refers to the message', async () => {
    const { send, sends, greeting, shop, path, list } = await openWithMaria();
    const [received] = await list();
    const { body } = await send({ content: 'Olá', replyToMessageId: received.id });
    expect(sends().at(-1)?.json).toMatchObject({ ...around(body.id), context: { message_id: greeting } });
    await shop.api.post(`${path}/messages/${received.id}/react`, { emoji: '👍' });
    await shop.settle();
    const { biz_opaque_callback_data: _reference, ...reacting } = around('');
    expect(sends().at(-1)?.json).toEqual({
      ...reacting,
      type: 'reaction',
      reaction: { message_id: greeting, emoji: '👍' },
    });
  });
});

describe('a file that the vendor would reject', () => {
  test('is rejected before the upload', async () => {
    const { send, shop, path, graph } = await openWithMaria();
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
    const { body: uploaded } = await shop.api.upload(`${path}/upload-media`, gif, 'a.gif');
    const before = graph.requests.length;
    const refused = await send({ type: 'IMAGE', mediaUrl: uploaded.url });
    expect(refused).toMatchObject({ status: 201, body: { status: 'FAILED', error: { code: 'media_invalid' } } });
    expect(graph.requests).toHaveLength(before);
  });
});

describe('a lost response', () => {
  test('leaves the outcome unknown until the status webhook with our id, and nothing is sent again', async () => {
    const { send, sends, graph, shop, list } = await openWithMaria();
    graph.loseAnswers = 1;
    graph.webhooks.batch = true;
    const draft = { content: 'Só uma vez', idempotencyKey: 'order-4711' };
    const first = await send(draft);
    expect(first).toMatchObject({ status: 201, body: { status: 'PENDING', error: null } });
    expect((await send(draft)).body.id).toBe(first.body.id);
    await graph.webhooks.flush();
    await shop.settle();
    expect((await list())[0]).toMatchObject({ id: first.body.id, status: 'DELIVERED' });
    expect(sends()).toHaveLength(1);
    expect((await shop.events('message.sent')).map((event) => event.data.id)).toEqual([first.body.id]);
  });

  test('is given up after ten minutes, and a later receipt still corrects the message', async () => {
    const clock = new ManualClock();
    const { send, sends, graph, shop, list } = await openWithMaria({ clock });
    graph.loseAnswers = 1;
    graph.webhooks.batch = true;
    await send({ content: 'Alô', idempotencyKey: 'order-4712' });
    for (let minute = 0; minute < 14; minute++) {
      clock.advance(60_000);
      await shop.app.platform.scheduler.tick();
      await shop.settle();
    }
    expect((await list())[0]).toMatchObject({ status: 'FAILED', error: { code: 'unknown_outcome' } });
    expect((await send({ content: 'Alô', idempotencyKey: 'order-4712' })).body.status).toBe('FAILED');
    await graph.webhooks.flush();
    await shop.settle();
    expect((await list())[0]).toMatchObject({ status: 'DELIVERED', error: null });
    expect(sends()).toHaveLength(1);
  });

  test('and a response that receipts overtake lead to the same result', async () => {
    const { send, graph, shop, list } = await openWithMaria();
    graph.webhooks.delayMs = 0;
    graph.answerDelayMs = 150;
    expect((await send({ content: 'Rápido' })).status).toBe(201);
    await graph.webhooks.idle();
    await shop.settle();
    expect((await list())[0]).toMatchObject({ status: 'DELIVERED', sentAt: expect.any(String) });
    expect(await shop.events('message.sent')).toHaveLength(1);
    const told = (await shop.events('message.status')).map((event) => event.data.status);
    expect(told).toEqual(['SENT', 'DELIVERED']);
  });
});

describe('the messaging window', () => {
  test('rejects free text after its end without calling the vendor', async () => {
    const clock = new ManualClock();
    const { send, sends } = await openWithMaria({ clock });
    clock.advance(24 * 3_600_000 + 1_000);
    expect(await send({ content: 'Ainda aí?' })).toMatchObject({ status: 409, body: { code: 'window_closed' } });
    expect(sends()).toEqual([]);
    expect((await send({ template: { name: 'hello_world', language: 'en_US' } })).status).toBe(201);
  });

  test.each([131047, 131026, 131049])(
    'a rejection %i by webhook after a 200 makes the message FAILED',
    async (code) => {
      const { send, graph, shop, list } = await openWithMaria();
      graph.failLater = [code];
      expect((await send({ content: 'Olá' })).status).toBe(201);
      await graph.webhooks.idle();
      await shop.settle();
      const reasons: Record<number, string> = {
        131047: 'window_closed',
        131026: 'not_on_app',
        131049: 'withheld',
      };
      expect((await list())[0]).toMatchObject({ status: 'FAILED', error: { code: reasons[code] } });
      expect((await list())[0].error.message).toContain(String(code));
    },
  );
});

test('a rate limit for one person returns 503 with the vendor’s time to wait', async () => {
  const { send } = await openWithMaria({ clock: new ManualClock() });
  let last = { status: 201, headers: new Headers() };
  for (let count = 0; count < 46; count++) last = await send({ content: `${count}` });
  expect(last.status).toBe(503);
  expect(last.headers.get('retry-after')).toBe('6');
});
