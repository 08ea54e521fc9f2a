import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyRestore } from '../../../server/platform/backup/apply-restore.ts';
import { createBackup } from '../../../server/platform/backup/backup.ts';
import { stageRestore } from '../../../server/platform/backup/restore.ts';
import { defineJob } from '../../../server/platform/work/jobs.ts';
import {
  assertSendingAllowed,
  isSendingPaused,
  setSendingPaused,
} from '../../../server/platform/work/sending-pause.ts';
import { WebhookSink } from '../../doubles/webhook-sink.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, openWorkspace, startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { startPlatform } from '../../support/server/platform.ts';
import { cliJson, runCli } from '../../support/server/processes.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';
import { makeAgent, pizzas } from '../../support/shop/sales.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const pause = ({ app }: Pick<TestApp, 'app'>, paused: boolean) =>
  app.platform.write(({ db }) => setSendingPaused(db, paused));

async function openSink(): Promise<WebhookSink> {
  const sink = new WebhookSink();
  await sink.listen();
  return sink;
}

describe('while sending is paused', () => {
  test('a person’s message returns 503 with nothing stored, and is sent when retried afterwards', async () => {
    const { shop, api, channel, path } = await openConversation();
    await pause(shop, true);
    const before = (await api.get(path)).body;
    const message = { content: 'Já vai', idempotencyKey: 'paused-0001' };
    const told = await eventsOf(shop, async () => {
      const refused = await api.post(`${path}/messages`, message);
      expect(refused).toMatchObject({ status: 503, body: { code: 'sending_paused' } });
      expect(refused.headers.get('retry-after')).toBe('60');
      const start = { channelId: channel.id, phoneNumber: '+5521998765432', content: 'Oi' };
      expect((await api.post('/api/conversations/new', start)).body.code).toBe('sending_paused');
    });
    expect(told).toEqual([]);
    expect((await api.get(path)).body).toEqual(before);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
    expect((await api.get('/api/conversations')).body.total).toBe(1);
    expect(await channel.phoneShows(maria)).toHaveLength(1);
    await pause(shop, false);
    expect((await api.post(`${path}/messages`, message)).status).toBe(201);
    expect((await channel.phoneShows(maria))[0]).toMatchObject({ content: 'Já vai' });
  });

  test('messages of customers are still received', async () => {
    const { shop, api, channel, path } = await openConversation();
    await pause(shop, true);
    await channel.customerSays(maria, 'Alguém aí?');
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(2);
  });

  test('a reaction and an order notification wait, and reach the customer afterwards', async () => {
    const clock = new ManualClock();
    const { shop, api, channel, path, received } = await openConversation({ clock });
    const { body: order } = await api.post('/api/orders', pizzas(await makeAgent(api), { clientPhone: maria }));
    await pause(shop, true);
    expect((await api.post(`${path}/messages/${received.id}/react`, { emoji: '👍' })).status).toBe(200);
    const changed = await api.patch(`/api/orders/${order.id}`, { status: 'PREPARING', notifyClient: true });
    expect(changed.body.notification).toEqual({ status: 'WAITING', reason: 'sending_paused', messageId: null });
    const shown = (await channel.phoneShows(maria)).length;
    for (let round = 0; round < 20; round++) {
      clock.advance(60_000);
      await shop.settle();
    }
    expect(await channel.phoneShows(maria)).toHaveLength(shown);
    await pause(shop, false);
    clock.advance(60_000);
    await shop.settle();
    const after = await channel.phoneShows(maria);
    expect(after).toHaveLength(shown + 1);
    expect(after[0].content).toContain('está sendo preparado');
    expect(after.find((message) => message.fromCustomer)).toMatchObject({ reaction: '👍' });
  });

  test('an order notification that waited for more than a day is dropped', async () => {
    const clock = new ManualClock();
    const { shop, api, channel } = await openConversation({ clock });
    const { body: order } = await api.post('/api/orders', pizzas(await makeAgent(api), { clientPhone: maria }));
    await pause(shop, true);
    await api.patch(`/api/orders/${order.id}`, { status: 'PREPARING', notifyClient: true });
    clock.advance(25 * 3_600_000);
    await shop.settle();
    await pause(shop, false);
    clock.advance(60_000);
    await shop.settle();
    expect(await channel.phoneShows(maria)).toHaveLength(1);
    const jobs = await shop.app.platform.database.read
      .selectFrom('jobs')
      .select('status')
      .where('name', '=', 'notify a contact')
      .execute();
    expect(jobs).toEqual([{ status: 'DONE' }]);
  });

  test('webhooks wait without an attempt and resume by themselves; a resend and a test return 503', async () => {
    const sink = await openSink();
    const shop = await openWorkspace();
    const endpoint = await subscribe(shop.api, sink.url);
    await emit(shop);
    const first = await newestDelivery(shop, 'DELIVERED');
    await pause(shop, true);
    await emit(shop);
    await shop.settle();
    expect(await newestDelivery(shop, 'PENDING')).toMatchObject({ attemptCount: 0 });
    for (const path of [`deliveries/${first.id}/retry`, `webhooks/${endpoint.id}/test`]) {
      const refused = await shop.api.post(`/api/developers/${path}`);
      expect(refused).toMatchObject({ status: 503, body: { code: 'sending_paused' } });
    }
    expect(sink.requests).toHaveLength(1);
    await pause(shop, false);
    await sink.received(2);
    await newestDelivery(shop, 'DELIVERED', 1);
    await sink.close();
  });

  test('a job that may not send is held without counting attempts', async () => {
    let runs = 0;
    const send = defineJob({
      name: 'send something',
      input: z.object({}),
      maxAttempts: 2,
      async run({ platform, attempt }) {
        assertSendingAllowed(platform.database.read);
        runs = attempt;
      },
    });
    const { platform, workspace, clock } = await startPlatform({ jobs: [send as never] });
    await platform.write(({ db }) => setSendingPaused(db, true));
    await platform.workFor(workspace.id, { source: 'SYSTEM', id: null, name: null }, (work) => work.enqueue(send, {}));
    for (let round = 0; round < 10; round++) {
      clock.advance(60_000);
      await platform.jobs.idle();
    }
    expect(runs).toBe(0);
    await platform.write(({ db }) => setSendingPaused(db, false));
    clock.advance(60_000);
    await platform.jobs.idle();
    expect(runs).toBe(1);
  });
});

describe('a restored installation', () => {
  test('sends nothing until the owner resumes sending', async () => {
    const shop = await openWorkspace();
    const file = join(await temporaryFolder(), 'shop.backup');
    const now = new Date().toISOString();
    const secretKey = shop.app.platform.secrets.exportKey();
    await createBackup({ home: shop.home, target: file, secretKey, appVersion: '0.0.0', now });
    const home = join(await temporaryFolder(), 'data');
    await stageRestore(home, file, now);
    await applyRestore(home);
    const restored = await startApp({ home });
    expect(isSendingPaused(restored.app.platform.database.read)).toBe(true);
    expect(isSendingPaused(shop.app.platform.database.read)).toBe(false);

    expect(await cliJson(home, ['sending', 'status'])).toEqual({ paused: true, reason: 'restored' });
    const { code, stdout } = await runCli(home, ['sending', 'resume']);
    expect([code, stdout]).toEqual([0, 'Sending is on.\n']);
    // Another process changed the switch, which takes effect in this one.
    await eventually(async () => !isSendingPaused(restored.app.platform.database.read));
    expect((await runCli(home, ['sending', 'pause'])).stdout).toMatch(/^Sending is paused: .*sending resume/);
    expect(isSendingPaused(restored.app.platform.database.read)).toBe(true);
  });
});
