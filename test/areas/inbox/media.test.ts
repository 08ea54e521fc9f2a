import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria, openConversation } from '../../support/shop/conversation.ts';

/** How many files the workspace stores, and how many bytes count against its quota. */
async function countKept({ shop }: Awaited<ReturnType<typeof openConversation>>) {
  const db = shop.app.platform.database.read;
  const files = await db.selectFrom('files').select('size_bytes').execute();
  const usage = await db.selectFrom('usage_counters').select('used').where('kind', '=', 'storageBytes').execute();
  return { files: files.length, bytes: usage[0]?.used ?? 0 };
}

test.each([
  ['a JPEG', 'image/jpeg', () => makePhoto()],
  [
    'an AVIF',
    'image/avif',
    () =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: '#d33' } })
        .avif()
        .toBuffer(),
  ],
])('%s of a customer is stored as it came if its metadata cannot be removed', async (_name, contentType, make) => {
  const { shop, api, channel } = await openConversation();
  const whole = await make();
  const bytes = whole.subarray(0, whole.length - 20);
  const { body: media } = await api.upload(`/api/simulator/channels/${channel.id}/media`, whole, 'a.jpg');
  // An upload of a broken picture is refused, so the simulated vendor's copy is cut short afterwards.
  const { database, files } = shop.app.platform;
  const { hash } = await database.read.selectFrom('files').select('hash').executeTakeFirstOrThrow();
  await writeFile(files.path(hash), bytes);
  const sent = await channel.customerSays(maria, 'Veja', { type: 'IMAGE', mediaId: media.mediaId });
  const find = async () => {
    const { body } = await api.get(`/api/conversations/${sent.conversationId}/messages`);
    return body.data.find(({ id }: { id: string }) => id === sent.id);
  };
  await expect.poll(async () => (await find())?.media?.contentType).toBe(contentType);
  const answer = await fetch((await find()).mediaUrl);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
});

describe('upload-media', () => {
  test('derives the type from the bytes, not from the name', async () => {
    const { api, path } = await openConversation();
    const uploaded = await api.upload(`${path}/upload-media`, makePdf(), 'photo.jpg');
    expect(uploaded.body).toMatchObject({ contentType: 'application/pdf', kind: 'DOCUMENT', fileName: 'photo.jpg' });
    const refused = await api.post(`${path}/messages`, { type: 'IMAGE', mediaUrl: uploaded.body.url });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body.mediaUrl', code: 'media_mismatch' }] },
    });
    expect((await api.post(`${path}/messages`, { type: 'DOCUMENT', mediaUrl: uploaded.body.url })).status).toBe(201);
  });

  test('knows a voice message in a container of video by its tracks', async () => {
    const { api, path } = await openConversation();
    const contentTypeOf = async (tracks: string[]) => {
      const handlers = tracks.map((kind) => `\0\0\0\x21hdlr${'\0'.repeat(8)}${kind}${'\0'.repeat(13)}`);
      const bytes = Buffer.from(`\0\0\0\x18ftypisom\0\0\x02\0isommp42${handlers.join('')}`, 'latin1');
      return (await api.upload(`${path}/upload-media`, bytes, 'a.mp4')).body.contentType;
    };
    expect(await contentTypeOf(['soun'])).toBe('audio/mp4');
    expect(await contentTypeOf(['soun', 'vide'])).toBe('video/mp4');
    expect(await contentTypeOf([])).toBe('video/mp4');
  });

  test('rejects a JSON body with 415', async () => {
    const { api, path } = await openConversation();
    expect((await api.post(`${path}/upload-media`, { file: 'x' })).status).toBe(415);
  });

  test('rejects an empty file, another field, no file and two files', async () => {
    const open = await openConversation();
    const at = `${open.path}/upload-media`;
    expect((await open.api.upload(at, '', 'a.txt')).status).toBe(400);
    expect((await open.api.upload(at, 'text', 'a.txt', 'files')).status).toBe(400);
    expect((await open.api.call('POST', at, new FormData())).status).toBe(400);
    const two = new FormData();
    for (const name of ['a.txt', 'b.txt']) two.append('file', new Blob(['text']), name);
    expect((await open.api.call('POST', at, two)).status).toBe(400);
    expect(await countKept(open)).toEqual({ files: 0, bytes: 0 });
  });

  test('rejects an unreadable image', async () => {
    const open = await openConversation();
    const broken = (await makePhoto()).subarray(0, 200);
    const refused = await open.api.upload(`${open.path}/upload-media`, broken, 'a.jpg');
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'unreadable_image' }] } });
    expect(await countKept(open)).toEqual({ files: 0, bytes: 0 });
  });

  test('returns a link that serves ranges', async () => {
    const { api, path } = await openConversation();
    const { url } = (await api.upload(`${path}/upload-media`, makeVoiceNote(), 'voz.ogg')).body;
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('OggS');
    expect(part.headers.get('content-type')).toBe('audio/ogg; codecs=opus');
    expect((await fetch(url, { headers: { range: 'bytes=99999-' } })).status).toBe(416);
  });

  test('returns a link that expires within two days; the message then shows a new one', async () => {
    const clock = new ManualClock();
    const { api, path } = await openConversation({ clock });
    const { url } = (await api.upload(`${path}/upload-media`, makePdf(), 'a.pdf')).body;
    await api.post(`${path}/messages`, { mediaUrl: url });
    clock.advance(24 * 3_600_000);
    expect((await fetch(url)).status).toBe(200);
    clock.advance(24 * 3_600_000);
    expect((await fetch(url)).status).toBe(404);
    const [message] = (await api.get(`${path}/messages`)).body.data;
    expect((await fetch(message.mediaUrl)).status).toBe(200);
    expect((await fetch(`${message.mediaUrl}x`)).status).toBe(404);
  });

  test('accepts its link in a message after it has expired', async () => {
    const clock = new ManualClock();
    const { api, channel, path } = await openConversation({ clock });
    const { url } = (await api.upload(`${path}/upload-media`, makePdf(), 'a.pdf')).body;
    clock.advance(10 * 24 * 3_600_000);
    expect((await fetch(url)).status).toBe(404);
    await channel.customerSays(maria, 'Oi');
    expect((await api.post(`${path}/messages`, { mediaUrl: url })).body).toMatchObject({ type: 'DOCUMENT' });
  });
});

describe('media by URL', () => {
  test('are fetched, named and sent', async () => {
    const url = await serveLoopback((_request, response) => response.end(makePdf()));
    const { api, channel, path } = await openConversation();
    const sent = await api.post(`${path}/messages`, {
      mediaUrl: `${url}/menus/card%C3%A1pio.pdf?v=2`,
      content: 'Aqui',
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      type: 'DOCUMENT',
      media: { fileName: 'cardápio.pdf', contentType: 'application/pdf' },
    });
    expect((await channel.phoneShows(maria))[0]).toMatchObject({ type: 'DOCUMENT', content: 'Aqui' });
  });

  test.each([
    ['not found', 404, ''],
    ['a failing server', 500, 'oops'],
    ['nothing', 200, ''],
  ])('that respond with %s return 400, and nothing is stored', async (_name, status, body) => {
    const url = await serveLoopback((_request, response) => response.writeHead(status).end(body));
    const open = await openConversation();
    const refused = await open.api.post(`${open.path}/messages`, { mediaUrl: `${url}/a.pdf` });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: 'body.mediaUrl' }]);
    expect(await countKept(open)).toEqual({ files: 0, bytes: 0 });
    expect((await open.api.get(`${open.path}/messages`)).body.data).toHaveLength(1);
  });

  test.each([
    'not a url',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'http://user:pass@127.0.0.1/a',
    'data:text/plain,x',
  ])('at %j return 400', async (mediaUrl) => {
    const { api, path } = await openConversation();
    const refused = await api.post(`${path}/messages`, { mediaUrl });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'media_unavailable' }] } });
  });

  test('at an address that the owner has not allowed are rejected with how to allow it', async () => {
    let reached = 0;
    const url = await serveLoopback((_request, response) => {
      reached += 1;
      response.end('x');
    });
    const { api, path } = await openConversation({ env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
    const refused = await api.post(`${path}/messages`, { mediaUrl: `${url}/a.txt` });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ code: 'media_unavailable' });
    expect(refused.body.detail).toContain('outbound allow');
    expect(reached).toBe(0);
  });

  test('without end are cut at 100 MiB, and nothing stays on the disk', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 1);
    const url = await serveLoopback((_request, response) => {
      Readable.from(Array.from({ length: 102 }, () => mebibyte)).pipe(response);
    });
    const open = await openConversation();
    const refused = await open.api.post(`${open.path}/messages`, { mediaUrl: `${url}/huge.bin` });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'media_unavailable' }] } });
    expect(await countKept(open)).toEqual({ files: 0, bytes: 0 });
  });

  test('leave no file behind when the message is rejected', async () => {
    const url = await serveLoopback((_request, response) => response.end(makePdf()));
    const open = await openConversation();
    await open.api.post(`/api/channels/${open.channel.id}/deactivate`);
    expect((await open.api.post(`${open.path}/messages`, { mediaUrl: `${url}/a.pdf` })).status).toBe(409);
    expect(await countKept(open)).toEqual({ files: 0, bytes: 0 });
  });

  test('count once when the message is repeated, and other bytes under its key are a conflict', async () => {
    let bytes = makePdf();
    const url = await serveLoopback((_request, response) => response.end(bytes));
    const open = await openConversation();
    const body = { mediaUrl: `${url}/a.pdf`, idempotencyKey: 'menu-2026' };
    const first = await open.api.post(`${open.path}/messages`, body);
    expect((await open.api.post(`${open.path}/messages`, body)).body.id).toBe(first.body.id);
    expect(await countKept(open)).toEqual({ files: 1, bytes: makePdf().length });
    bytes = Buffer.concat([makePdf(), Buffer.from('% another\n')]);
    const conflict = await open.api.post(`${open.path}/messages`, body);
    expect(conflict).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect((await countKept(open)).files).toBe(1);
  });
});

test("a link to another workspace's file sends nothing", async () => {
  const { api, path, shop } = await openConversation();
  const { url } = (await api.upload(`${path}/upload-media`, makePdf(), 'a.pdf')).body;
  const other = await shop.otherWorkspace();
  const { body: channel } = await other.post('/api/channels', { name: 'Other', provider: 'CLOUD_API' });
  const started = { channelId: channel.id, phoneNumber: maria, template: { name: 'hello_world', language: 'pt' } };
  const refused = await other.post('/api/conversations/new', { ...started, mediaUrl: url });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'media_unavailable' }] } });
});
