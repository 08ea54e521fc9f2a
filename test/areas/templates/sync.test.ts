import { describe, expect, test } from 'vitest';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { openTemplates, orderReady, type TemplateShop } from '../../support/shop/templates.ts';

/** Runs a sync and returns it once it has ended. */
async function sync({ api, path, shop }: TemplateShop) {
  expect((await api.post(`${path}/sync`)).status).toBe(200);
  await shop.settle();
  return eventually(async () => {
    const { body } = await api.get(`${path}/sync`);
    return body.finishedAt && body;
  });
}

const find = async ({ api }: TemplateShop, name: string) =>
  (await api.get(`/api/chat-templates?search=${name}`)).body.data[0];

describe('a sync', () => {
  test('is returned at once and adds the vendor’s templates', async () => {
    const open = await openTemplates();
    await open.atPlatform('made_there', { tell: false, category: 'MARKETING', quality: 'GREEN' });
    expect(await find(open, 'made_there')).toBeUndefined();
    const begun = await open.api.post(`${open.path}/sync`);
    expect(begun).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^tsync_/), channelId: open.channel.id, status: 'PENDING', finishedAt: null },
    });
    await open.shop.settle();
    const { body: ended } = await open.api.get(`${open.path}/sync`);
    expect(ended).toMatchObject({ id: begun.body.id, status: 'SUCCEEDED', added: 1, updated: 0, gone: 0, error: null });
    expect(await find(open, 'made_there')).toMatchObject({
      status: 'APPROVED',
      category: 'MARKETING',
      quality: 'GREEN',
      local: false,
      components: [{ type: 'BODY', text: 'Hi' }],
    });
  });

  test('updates changed templates under their ids and marks missing ones as gone', async () => {
    const open = await openTemplates();
    const { body: made } = await open.api.post(open.path, orderReady());
    const { body: lost } = await open.api.post(open.path, orderReady({ name: 'lost' }));
    const change = { language: 'pt_BR', status: 'PAUSED', reason: 'Low quality', quality: 'RED', tell: false };
    await open.atPlatform('order_ready', change);
    expect((await open.deleteAtPlatform('lost', 'pt_BR')).status).toBe(204);
    expect((await open.deleteAtPlatform('lost', 'pt_BR')).status).toBe(404);
    expect(await sync(open)).toMatchObject({ status: 'SUCCEEDED', added: 0, updated: 1, gone: 1 });
    expect(await find(open, 'order_ready')).toMatchObject({
      id: made.id,
      status: 'PAUSED',
      reason: 'Low quality',
      quality: 'RED',
    });
    expect(await find(open, 'lost')).toMatchObject({ id: lost.id, status: 'DISABLED', reason: 'gone' });
    expect((await open.api.delete(`/api/chat-templates/${lost.id}`)).status).toBe(204);
  });

  test('changes nothing when repeated', async () => {
    const open = await openTemplates();
    await open.atPlatform('made_there', { tell: false });
    await sync(open);
    const before = (await open.api.get('/api/chat-templates')).body;
    expect(await sync(open)).toMatchObject({ added: 0, updated: 0, gone: 0 });
    expect((await open.api.get('/api/chat-templates')).body).toEqual(before);
  });

  test('returns 409 while one runs, and to one of two simultaneous requests', async () => {
    const open = await openTemplates();
    await open.channel.faults({ delayMs: 200 });
    const both = await Promise.all([1, 2].map(() => open.api.post(`${open.path}/sync`)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await open.api.post(`${open.path}/sync`)).toMatchObject({ status: 409, body: { code: 'sync_running' } });
    await open.shop.settle();
    expect((await open.api.post(`${open.path}/sync`)).status).toBe(200);
  });

  test('is FAILED with the reason if the vendor rejects it, and is retried if the vendor is unreachable', async () => {
    const clock = new ManualClock();
    const open = await openTemplates({ clock });
    await open.channel.faults({ failCalls: { reason: 'provider_failed' } });
    expect(await sync(open)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('provider_failed') });
    await open.channel.faults({ failCalls: { reason: 'rate_limited' } });
    await open.api.post(`${open.path}/sync`);
    await open.shop.settle();
    expect((await open.api.get(`${open.path}/sync`)).body).toMatchObject({ status: 'RUNNING' });
    clock.advance(2_000);
    await eventually(async () => (await open.api.get(`${open.path}/sync`)).body.status === 'SUCCEEDED');
  });

  test('is rejected where the vendor has no templates or is not connected', async () => {
    const open = await openTemplates({ provider: '<QR_PROVIDER>' });
    expect(await open.api.post(`${open.path}/sync`)).toMatchObject({
      status: 400,
      body: { code: 'channel_unsupported' },
    });
    expect((await open.api.get(`${open.path}/sync`)).status).toBe(404);
    expect((await open.api.post('/api/channels/ch_x/chat-templates/sync')).status).toBe(404);
    const cloud = await openTemplates();
    await cloud.channel.faults({ dropped: true });
    expect((await cloud.api.post(`${cloud.path}/sync`)).status).toBe(503);
    await cloud.api.post(`/api/channels/${cloud.channel.id}/deactivate`);
    expect((await cloud.api.post(`${cloud.path}/sync`)).status).toBe(409);
  });
});

test('a report of the vendor is applied without a sync', async () => {
  const open = await openTemplates();
  const { body: made } = await open.api.post(open.path, orderReady({ name: 'promo_pending' }));
  await open.atPlatform('promo_pending', { language: 'pt_BR', status: 'REJECTED', reason: 'Too loud' });
  await open.atPlatform('made_there');
  await open.shop.settle();
  expect((await open.api.get(`/api/chat-templates/${made.id}`)).body).toMatchObject({
    status: 'REJECTED',
    reason: 'Too loud',
  });
  expect(await find(open, 'made_there')).toMatchObject({ status: 'APPROVED' });
});

test('templates under review are synced every 15 minutes', async () => {
  const clock = new ManualClock();
  const open = await openTemplates({ clock });
  await open.api.post(open.path, orderReady({ name: 'promo_pending' }));
  await open.atPlatform('promo_pending', { language: 'pt_BR', status: 'APPROVED', tell: false });
  clock.advance(15 * 60_000);
  await open.shop.app.platform.scheduler.tick();
  await open.shop.settle();
  expect(await find(open, 'promo_pending')).toMatchObject({ status: 'APPROVED' });
});

test('all templates are synced every night', async () => {
  const clock = new ManualClock();
  const open = await openTemplates({ clock });
  await open.atPlatform('made_there', { tell: false });
  clock.advance(24 * 3_600_000);
  await open.shop.app.platform.scheduler.tick();
  await open.shop.settle();
  expect(await find(open, 'made_there')).toMatchObject({ status: 'APPROVED' });
});

test('a sync interrupted by a stop completes after the next start', async () => {
  const open = await openTemplates();
  await open.atPlatform('made_there', { tell: false });
  await open.channel.faults({ delayMs: 400 });
  await open.api.post(`${open.path}/sync`);
  await open.shop.app.stop();
  const { api: again } = await startApp({ home: open.shop.home });
  await eventually(async () => (await again.get(`${open.path}/sync`)).body.status === 'SUCCEEDED');
  expect((await again.get('/api/chat-templates?search=made_there')).body.total).toBe(1);
});
