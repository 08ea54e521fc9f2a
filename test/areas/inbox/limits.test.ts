import { describe, expect, test } from 'vitest';
import { makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';

type Open = Awaited<ReturnType<typeof openConversation>>;

const openCloud = () => openConversation({ provider: 'CLOUD_API' });
const openQr = () => openConversation({ provider: '<QR_PROVIDER>' });

/** The draft of a message with an uploaded file. */
async function withFile({ api, path }: Open, bytes: Buffer, name: string, content: string) {
  const { body } = await api.upload(`${path}/upload-media`, bytes, name);
  return { mediaUrl: body.url, content };
}

const geo = (name: string) => ({ type: 'LOCATION', content: `geo:-23.5,-46.6?q=${encodeURIComponent(name)}` });

/** Sends a draft that is too long; expects the limit and the length, and that nothing was stored or sent. */
async function expectTooLong(open: Open, draft: object, fault: { limit: number; length: number }) {
  const told = await eventsOf(open.shop, async () => {
    const refused = await open.api.post(`${open.path}/messages`, draft);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'body.content', code: 'too_long', ...fault }] },
    });
    if (fault.limit > 0)
      expect(refused.body.detail).toContain(`${fault.length} characters, and at most ${fault.limit}`);
  });
  expect(told).toEqual([]);
  expect((await open.api.get(`${open.path}/messages`)).body.data).toHaveLength(1);
  expect(await open.channel.phoneShows(maria)).toHaveLength(1);
}

describe('a text on a cloud channel', () => {
  test('has up to 4,096 characters of any script, in UTF-16 units', async () => {
    const open = await openCloud();
    const content = `${'ação 🍕 שלום '.repeat(400)}`.slice(0, 4_096).toWellFormed();
    expect((await open.api.post(`${open.path}/messages`, { content })).body).toMatchObject({ status: 'SENT', content });
  });

  test('with one character more is refused before it is stored, with the limit and the length', async () => {
    const open = await openCloud();
    await expectTooLong(open, { content: 'x'.repeat(4_097) }, { limit: 4_096, length: 4_097 });
    await expectTooLong(open, { content: '🍕'.repeat(2_049) }, { limit: 4_096, length: 4_098 });
  });

  test('with a request has up to 1,024 characters', async () => {
    const draft = { request: 'contactInfo', content: 'x'.repeat(1_025) };
    await expectTooLong(await openCloud(), draft, { limit: 1_024, length: 1_025 });
  });

  test('that opens a conversation is refused before the conversation is stored', async () => {
    const { api, channel } = await openCloud();
    const started = { channelId: channel.id, phoneNumber: '+5531987654321', content: 'x'.repeat(5_000) };
    expect(await api.post('/api/conversations/new', started)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'too_long', limit: 4_096, length: 5_000 }] },
    });
    expect((await api.get('/api/conversations')).body.total).toBe(1);
  });
});

describe('a caption', () => {
  test.each([
    ['IMAGE', 'foto.jpg', makePhoto],
    ['DOCUMENT', 'menu.pdf', makePdf],
  ])('of %s on a cloud channel has up to 1,024 characters', async (_type, name, make) => {
    const open = await openCloud();
    await expectTooLong(open, await withFile(open, await make(), name, 'x'.repeat(1_025)), {
      limit: 1_024,
      length: 1_025,
    });
    const fits = await withFile(open, await make(), name, 'x'.repeat(1_024));
    expect((await open.api.post(`${open.path}/messages`, fits)).body.status).toBe('SENT');
  });

  test('of an AUDIO is refused on every channel, since no phone shows it', async () => {
    for (const open of [await openCloud(), await openQr()]) {
      await expectTooLong(open, await withFile(open, makeVoiceNote(), 'voz.ogg', 'Ouça'), { limit: 0, length: 4 });
    }
  });
});

test('a QR channel accepts texts and captions of 65,536 characters', async () => {
  const open = await openQr();
  const content = 'x'.repeat(65_536);
  expect((await open.api.post(`${open.path}/messages`, { content })).body.status).toBe('SENT');
  const captioned = await withFile(open, await makePhoto(), 'foto.jpg', content);
  expect((await open.api.post(`${open.path}/messages`, captioned)).body.status).toBe('SENT');
});

test('the name of a place has up to 1,000 characters, however its geo URI spells them', async () => {
  const open = await openCloud();
  await expectTooLong(open, geo('é'.repeat(1_001)), { limit: 1_000, length: 1_001 });
  expect((await open.api.post(`${open.path}/messages`, geo('é'.repeat(1_000)))).body.status).toBe('SENT');
});

test.each(['👍', '❤️', '❤', '🇧🇷', '1️⃣', '👩🏽‍❤️‍💋‍👨🏻', '👨‍👩‍👧‍👦'])('a reaction may be %s', async (emoji) => {
  const { api, path, received } = await openCloud();
  expect((await api.post(`${path}/messages/${received.id}/react`, { emoji })).status).toBe(200);
});

test.each(['ok', '👍👍', '1', '#', ' ', '👍 '])('a reaction "%s" is refused before it is shown', async (emoji) => {
  const { api, path, received } = await openCloud();
  const refused = await api.post(`${path}/messages/${received.id}/react`, { emoji });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'body.emoji' }] } });
  expect((await api.get(`${path}/messages`)).body.data[0].reactions).toEqual([]);
});
