import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { startSink } from '../doubles/webhook-sink.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { Client, eventually } from '../support/server/app.ts';
import { cliJson, runCli } from '../support/server/processes.ts';
import { npmStart } from './npm-start.ts';

/** The README's walkthrough as a new user: `npm start` in an empty home, the shell and HTTP only. */

const maria = '+5511987654321';

/** An Ogg stream with an Opus header, which passes for a phone's voice note. */
const voiceNote = Buffer.concat([
  Buffer.from('4f67675300020000000000000000010000000000000001133a', 'hex').subarray(0, 27),
  Buffer.from([0x13]),
  Buffer.from('OpusHead'),
  Buffer.alloc(400, 7),
]);

it('a new user gets from an empty home to a signed webhook for each step', async () => {
  const home = await temporaryFolder();
  const [url = ''] = (await npmStart(home)).urls();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'first', '--scopes', 'all']);
  const api = new Client(url, key);

  const sink = await startSink();
  await runCli(home, ['outbound', 'allow', new URL(sink.url).host]);
  const events = ['message.received', 'message.sent', 'message.status', 'channel.connected'];
  const endpoint = await api.post('/api/developers/webhooks', { url: sink.url, events });
  expect(endpoint.status).toBe(201);
  const verifier = new Webhook(endpoint.body.secret);
  const heard = (type: string, matches: (data: Record<string, unknown>) => boolean) =>
    eventually(async () =>
      sink.requests
        .map((request) => verifier.verify(request.raw, request.headers))
        .map((payload) => payload as { type: string; data: Record<string, unknown> })
        .find((payload) => payload.type === type && matches(payload.data)),
    );

  const channel = (await api.post('/api/channels', { name: 'Shop', provider: '<QR_PROVIDER>' })).body;
  const code = (await api.get(`/api/channels/${channel.id}/qr`)).body;
  expect(code.image).toMatch(/^data:image\/png;base64,/);
  const simulator = `/api/simulator/channels/${channel.id}`;
  expect((await api.post(`${simulator}/scan`, { qr: code.qr })).status).toBe(200);
  await heard('channel.connected', (data) => data.id === channel.id);

  await api.post(`${simulator}/messages`, { from: maria, name: 'Maria', content: 'Oi! Tem pizza hoje?' });
  await heard('message.received', (data) => data.content === 'Oi! Tem pizza hoje?');

  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#aa3322' } })
    .jpeg()
    .toBuffer();
  const image = (await api.upload(`${simulator}/media`, photo, 'foto.jpg')).body;
  await api.post(`${simulator}/messages`, { from: maria, type: 'IMAGE', mediaId: image.mediaId, content: 'Esta aqui' });
  const received = await heard('message.received', (data) => data.type === 'IMAGE');
  const served = await fetch(String(received.data.mediaUrl));
  expect(served.headers.get('content-type')).toBe('image/jpeg');
  expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(640);

  const voice = (await api.upload(`${simulator}/media`, voiceNote, 'voz.ogg')).body;
  expect(voice.contentType).toMatch(/ogg/);
  await api.post(`${simulator}/messages`, { from: maria, type: 'AUDIO', mediaId: voice.mediaId });
  await heard('message.received', (data) => data.type === 'AUDIO' && data.mediaUrl !== null);

  const conversation = (await api.get('/api/conversations')).body.data[0];
  expect(conversation).toMatchObject({ contact: { phone: maria, name: 'Maria' }, unreadCount: 3, status: 'ACTIVE' });
  const answer = await api.post(`/api/conversations/${conversation.id}/messages`, { content: 'Tem sim! Qual sabor?' });
  expect(answer).toMatchObject({ status: 201, body: { status: 'SENT', author: 'HUMAN' } });
  await heard('message.sent', (data) => data.id === answer.body.id);

  await api.post(`${simulator}/read`, { from: maria });
  await heard('message.status', (data) => data.id === answer.body.id && data.status === 'READ');
  const history = (await api.get(`/api/conversations/${conversation.id}/messages`)).body.data;
  expect(history.map((message: { status: string }) => message.status)).toEqual([
    'READ',
    'RECEIVED',
    'RECEIVED',
    'RECEIVED',
  ]);

  const doctor = await runCli(home, ['doctor']);
  expect(doctor.stdout).not.toContain('FAIL');
  expect(doctor.code).toBe(0);
});
