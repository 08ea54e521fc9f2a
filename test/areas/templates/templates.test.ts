import { describe, expect, test } from 'vitest';
import { makeFilm, makePdf, makePhoto, makeVoiceNote } from '../../support/files/samples.ts';
import { openTemplates, orderReady, type TemplateShop } from '../../support/shop/templates.ts';

const namesOf = async ({ api }: TemplateShop, query: string): Promise<string[]> =>
  (await api.get(`/api/chat-templates?${query}`)).body.data.map((entry: { name: string }) => entry.name);

describe('templates are listed', () => {
  test('by name, in pages, and by each filter', async () => {
    const open = await openTemplates();
    const { api, path, channel } = open;
    await api.post(path, orderReady());
    await api.post(path, orderReady({ name: 'promo_pending', category: 'MARKETING', language: 'es' }));
    expect(await namesOf(open, '')).toEqual([
      'hello_world',
      'hello_world',
      'hello_world',
      'order_ready',
      'promo_pending',
    ]);
    const { body: second } = await api.get('/api/chat-templates?limit=2&page=2');
    expect(second).toMatchObject({ page: 2, limit: 2, total: 5, hasMore: true });
    expect(second.data).toHaveLength(2);
    expect(await namesOf(open, 'category=MARKETING')).toEqual(['promo_pending']);
    expect(await namesOf(open, 'status=PENDING')).toEqual(['promo_pending']);
    expect(await namesOf(open, 'language=es')).toEqual(['hello_world', 'promo_pending']);
    expect(await namesOf(open, 'search=PROMO')).toEqual(['promo_pending']);
    expect(await namesOf(open, 'search=o_p')).toEqual(['promo_pending']);
    expect(await namesOf(open, 'search=%25')).toEqual([]);
    expect(await namesOf(open, `channelId=${channel.id}&status=APPROVED&language=pt_BR`)).toEqual([
      'hello_world',
      'order_ready',
    ]);
  });

  test.each([
    ['category=SERVICE', 'query.category'],
    ['status=approved', 'query.status'],
    ['page=x', 'query.page'],
    ['channelId=ch_x', 'query.channelId'],
  ])('and the query %s returns 400', async (query, field) => {
    const { api } = await openTemplates();
    expect(await api.get(`/api/chat-templates?${query}`)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('deleting', () => {
  test('a template deletes it here and at the vendor', async () => {
    const { api, path, channel } = await openTemplates();
    const { body: made } = await api.post(path, orderReady());
    const at = `/api/chat-templates/${made.id}`;
    expect((await api.delete(at, { headers: { 'if-match': '"stale"' } })).status).toBe(412);
    expect((await api.delete(at)).status).toBe(204);
    expect((await api.get(at)).status).toBe(404);
    expect((await api.delete(at)).status).toBe(404);
    const { body: held } = await api.get(`/api/channels/${channel.id}/platform/templates`);
    expect(held.data.map((entry: { name: string }) => entry.name)).not.toContain('order_ready');
    expect((await api.post(path, orderReady())).status).toBe(201);
  });

  test('fails when the vendor fails, and leaves it on both sides', async () => {
    const { api, path, channel } = await openTemplates();
    const { body: made } = await api.post(path, orderReady());
    const at = `/api/chat-templates/${made.id}`;
    await channel.faults({ failCalls: { reason: 'provider_failed' } });
    expect(await api.delete(at)).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
    await channel.faults({ dropped: true });
    expect((await api.delete(at)).status).toBe(503);
    await channel.faults({});
    expect((await api.get(at)).body).toEqual(made);
    await api.post(`/api/channels/${channel.id}/deactivate`);
    expect((await api.delete(at)).status).toBe(409);
  });

  test('a local template calls no vendor', async () => {
    const { api, path, channel } = await openTemplates({ provider: '<QR_PROVIDER>' });
    const { body: made } = await api.post(path, orderReady());
    await api.post(`/api/channels/${channel.id}/deactivate`);
    expect((await api.delete(`/api/chat-templates/${made.id}`)).status).toBe(204);
    expect((await api.get('/api/chat-templates')).body.total).toBe(0);
  });
});

describe('a sample for a media header', () => {
  test.each([
    ['photo.jpg', makePhoto],
    ['film.mp4', makeFilm],
    ['menu.pdf', makePdf],
  ])('%s returns a handle that a template accepts', async (name, sample) => {
    const { api, path } = await openTemplates();
    const uploaded = await api.upload(`${path}/media-handle`, await sample(), name);
    expect(uploaded).toMatchObject({ status: 200, body: { handle: expect.stringMatching(/^sim:/) } });
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [uploaded.body.handle] } };
    const made = await api.post(path, orderReady({ components: [header, { type: 'BODY', text: 'Oi' }] }));
    expect(made.status).toBe(201);
  });

  test('is rejected if it is missing or no image, video or PDF, or if the channel’s templates are local', async () => {
    const { api, path, shop } = await openTemplates();
    const refused = await api.upload(`${path}/media-handle`, makeVoiceNote(), 'voice.ogg');
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'body.file' }] } });
    expect((await api.upload(`${path}/media-handle`, '', 'empty.pdf')).status).toBe(400);
    expect((await api.post(`${path}/media-handle`, {})).status).toBe(415);
    expect((await api.upload('/api/channels/ch_x/chat-templates/media-handle', makePdf(), 'a.pdf')).status).toBe(404);
    const { body: qr } = await shop.api.post('/api/channels', { name: 'QR', provider: '<QR_PROVIDER>' });
    const local = await api.upload(`/api/channels/${qr.id}/chat-templates/media-handle`, makePdf(), 'a.pdf');
    expect(local).toMatchObject({ status: 400, body: { code: 'channel_unsupported' } });
  });

  test('returns 502 when the vendor fails', async () => {
    const { api, path, channel } = await openTemplates();
    await channel.faults({ failCalls: { reason: 'provider_failed' } });
    expect((await api.upload(`${path}/media-handle`, makePdf(), 'a.pdf')).status).toBe(502);
  });
});

test("another workspace's key finds, creates and changes no template", async () => {
  const { shop, api, path, channel } = await openTemplates();
  const { body: made } = await api.post(path, orderReady());
  const other = await shop.otherWorkspace();
  const at = `/api/chat-templates/${made.id}`;
  const simulated = `/api/simulator/channels/${channel.id}/templates/order_ready`;
  const answers = [
    await other.get(at),
    await other.delete(at),
    await other.post(path, orderReady({ name: 'mine' })),
    await other.post(`${path}/sync`),
    await other.get(`${path}/sync`),
    await other.upload(`${path}/media-handle`, makePdf(), 'a.pdf'),
    await other.get(`/api/channels/${channel.id}/platform/templates`),
    await other.put(simulated, {}),
    await other.delete(simulated),
  ];
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
  expect((await other.get('/api/chat-templates')).body.total).toBe(0);
  expect((await other.get('/api/chat-templates/stats')).body.count).toBe(0);
  for (const list of ['/api/chat-templates', '/api/chat-templates/stats']) {
    expect((await other.get(`${list}?channelId=${channel.id}`)).status).toBe(400);
  }
  expect((await api.get(at)).body).toEqual(made);
});
