import { describe, expect, test } from 'vitest';
import { makeFilm, makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';

const geo = 'geo:-23.5505,-46.6333';

/** Uploads bytes to a conversation; returns the response of upload-media. */
async function upload(open: Awaited<ReturnType<typeof openConversation>>, bytes: Buffer, name: string) {
  const answer = await open.api.upload(`${open.path}/upload-media`, bytes, name);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("the shop's message", () => {
  test('as TEXT is returned with all fields, and its event has the same', async () => {
    const { shop, api, path, received } = await openConversation();
    const sent = await api.post(`${path}/messages`, { content: 'Olá, *Maria*!', correlationId: 'order-0001' });
    expect(sent.status).toBe(201);
    expect(sent.body).toEqual({
      id: expect.stringMatching(/^msg_/),
      conversationId: received.conversationId,
      direction: 'OUTBOUND',
      author: 'HUMAN',
      authorName: 'test',
      type: 'TEXT',
      content: 'Olá, *Maria*!',
      notice: null,
      enclosed: null,
      mediaUrl: null,
      media: null,
      mediaPending: false,
      template: null,
      replyToMessageId: null,
      request: null,
      status: 'SENT',
      error: null,
      reactions: [],
      idempotencyKey: null,
      correlationId: 'order-0001',
      sentAt: expect.any(String),
      deliveredAt: null,
      readAt: null,
      writtenAt: sent.body.createdAt,
      editedAt: null,
      deletedAt: null,
      earlier: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [event] = await shop.events('message.sent');
    expect(event).toMatchObject({ source: 'API', data: { id: sent.body.id, correlationId: 'order-0001' } });
  });

  test.each([
    ['VIDEO', 'film.mp4', 'video/mp4', makeFilm],
    ['DOCUMENT', 'menu.pdf', 'application/pdf', makePdf],
    ['AUDIO', 'voz.ogg', 'audio/ogg; codecs=opus', makeVoiceNote],
  ])('as %s keeps its bytes, which determine its type', async (type, name, contentType, make) => {
    const said = type === 'AUDIO' ? {} : { content: 'Veja' };
    const content = said.content ?? null;
    const open = await openConversation();
    const uploaded = await upload(open, make(), name);
    expect(uploaded).toMatchObject({ contentType, sizeBytes: make().length, fileName: name, kind: type });
    const sent = await open.api.post(`${open.path}/messages`, { mediaUrl: uploaded.url, ...said });
    expect(sent.status).toBe(201);
    const media = { contentType, sizeBytes: make().length, fileName: name };
    expect(sent.body).toMatchObject({ type, content, status: 'SENT', media });
    const [shown] = await open.channel.phoneShows(maria);
    expect(shown).toMatchObject({ type, content });
    const bytes = Buffer.from(await (await fetch(shown.mediaUrl)).arrayBuffer());
    expect(bytes.equals(make())).toBe(true);
  });

  test('as IMAGE has a thumbnail and loses the metadata of the camera', async () => {
    const open = await openConversation();
    const photo = await makePhoto();
    expect(photo.includes('Maria Secret')).toBe(true);
    const uploaded = await upload(open, photo, 'IMG_1.jpg');
    const sent = await open.api.post(`${open.path}/messages`, { type: 'IMAGE', mediaUrl: uploaded.url });
    expect(sent.body).toMatchObject({ type: 'IMAGE', content: null, media: { contentType: 'image/jpeg' } });
    const shown = Buffer.from(await (await fetch(sent.body.mediaUrl)).arrayBuffer());
    expect(shown.includes('Maria Secret')).toBe(false);
    const thumbnail = await fetch(`${sent.body.mediaUrl}?thumbnail=true`);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
  });

  test('as LOCATION carries a geo URI, which is not text to be searched', async () => {
    const { api, channel, path } = await openConversation();
    const sent = await api.post(`${path}/messages`, { type: 'LOCATION', content: geo });
    expect(sent.body).toMatchObject({ type: 'LOCATION', content: geo, mediaUrl: null });
    expect(await channel.phoneShows(maria)).toMatchObject([{ type: 'LOCATION', content: geo }, {}]);
    expect((await api.get('/api/conversations?search=23')).body.total).toBe(0);
  });

  const link = 'https://example.com/a.png';
  test.each([
    ['nothing at all', {}, 'body.content'],
    ['TEXT without content', { type: 'TEXT' }, 'body.content'],
    ['empty content', { content: '' }, 'body.content'],
    ['only spaces', { content: '  \n ' }, 'body.content'],
    ['content that is too long', { content: 'x'.repeat(65_537) }, 'body.content'],
    ['content that is not text', { content: 5 }, 'body.content'],
    ['TEXT with media', { type: 'TEXT', content: 'x', mediaUrl: link }, 'body.mediaUrl'],
    ['IMAGE without media', { type: 'IMAGE', content: 'x' }, 'body.mediaUrl'],
    ['AUDIO without media', { type: 'AUDIO' }, 'body.mediaUrl'],
    ['VIDEO without media', { type: 'VIDEO' }, 'body.mediaUrl'],
    ['DOCUMENT without media', { type: 'DOCUMENT' }, 'body.mediaUrl'],
    ['a media URL that is too long', { mediaUrl: `https://x.io/${'a'.repeat(2_000)}` }, 'body.mediaUrl'],
    ['LOCATION without content', { type: 'LOCATION' }, 'body.content'],
    ['LOCATION in words', { type: 'LOCATION', content: 'Av. Paulista, 1000' }, 'body.content'],
    ['LOCATION off the globe', { type: 'LOCATION', content: 'geo:91,0' }, 'body.content'],
    ['LOCATION with media', { type: 'LOCATION', content: geo, mediaUrl: link }, 'body.mediaUrl'],
    ['an unknown type', { type: 'STICKER', content: 'x' }, 'body.type'],
    ['a type in small letters', { type: 'text', content: 'x' }, 'body.type'],
    ['a short idempotencyKey', { content: 'x', idempotencyKey: 'x'.repeat(7) }, 'body.idempotencyKey'],
    ['a long idempotencyKey', { content: 'x', idempotencyKey: 'x'.repeat(161) }, 'body.idempotencyKey'],
    ['a short correlationId', { content: 'x', correlationId: 'x'.repeat(7) }, 'body.correlationId'],
    ['a template with content', { content: 'x', template: { name: 'a', language: 'pt' } }, 'body.content'],
    ['a template without name', { template: { language: 'pt' } }, 'body.template.name'],
    ['an unknown field', { content: 'x', text: 'x' }, 'body.text'],
  ])('with %s is rejected, and nothing is stored or sent', async (_name, body, field) => {
    const { shop, api, channel, path } = await openConversation();
    const told = await eventsOf(shop, async () => {
      const refused = await api.post(`${path}/messages`, body);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0]).toMatchObject({ field });
    });
    expect(told).toEqual([]);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
    expect(await channel.phoneShows(maria)).toHaveLength(1);
  });
});

describe("a customer's message", () => {
  test.each([
    ['AUDIO', 'voz.ogg', makeVoiceNote],
    ['VIDEO', 'film.mp4', makeFilm],
    ['DOCUMENT', 'pedido.pdf', makePdf],
  ])('as %s is stored with its bytes', async (type, name, make) => {
    const { api, channel, shop } = await openConversation();
    const { body: media } = await api.upload(`/api/simulator/channels/${channel.id}/media`, make(), name);
    const message = await channel.customerSays(maria, 'Segue', { type, mediaId: media.mediaId });
    expect(message).toMatchObject({ type, content: 'Segue', media: { sizeBytes: make().length, fileName: name } });
    const bytes = Buffer.from(await (await fetch(message.mediaUrl)).arrayBuffer());
    expect(bytes.equals(make())).toBe(true);
    const [, event] = await shop.events('message.received');
    expect(event).toMatchObject({ source: 'CHANNEL', data: { id: message.id, type } });
  });

  test('names the message of ours that it replies to', async () => {
    const { api, channel, path } = await openConversation();
    const { body: sent } = await api.post(`${path}/messages`, { content: 'Qual sabor?' });
    const [shown] = await channel.phoneShows(maria);
    const answer = await channel.customerSays(maria, 'Calabresa', { replyTo: shown.providerMessageId });
    expect(answer.replyToMessageId).toBe(sent.id);
  });
});

describe('the messages of a conversation', () => {
  test('are listed newest first and page back to the first', async () => {
    const { api, channel, path } = await openConversation();
    for (let index = 1; index <= 6; index++) await channel.customerSays(maria, `Linha ${index}`);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`${path}/messages?limit=3&cursor=${cursor}`);
      seen.push(...body.data.map((message: { content: string }) => message.content));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['Linha 6', 'Linha 5', 'Linha 4', 'Linha 3', 'Linha 2', 'Linha 1', 'Oi']);
  });

  test('reject a cursor of another conversation', async () => {
    const { api, channel, path } = await openConversation();
    await channel.customerSays(maria, 'Dois');
    const { nextCursor } = (await api.get(`${path}/messages?limit=1`)).body;
    const { conversationId } = await channel.customerSays('+5521998765432', 'Olá');
    expect((await api.get(`${path}/messages?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    const refused = await api.get(`/api/conversations/${conversationId}/messages?limit=1&cursor=${nextCursor}`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_cursor' }] } });
    expect((await api.get(`${path}/messages?limit=x`)).status).toBe(400);
  });
});
