import { expect, test } from 'vitest';
import { areas } from '../../../server/areas/index.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { eventually, startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { maria } from '../../support/shop/conversation.ts';
import { bind, install, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { emit } from '../../support/shop/webhooks.ts';
import { openCampaigns, people } from '../campaigns/support.ts';
import { openFlows, say, step } from '../flows/support.ts';
import { openModelShop } from '../replies/model-shop.ts';

const hourMs = 3_600_000;
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** The stopped parts in Today. */
async function openToday(shop: Pick<TestApp, 'app' | 'api'>) {
  const owner = await signIn(shop);
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  const stopped = async (): Promise<any[]> =>
    (await owner.get('/owner/today')).body.attention.filter(({ kind }: { kind: string }) => kind === 'stopped');
  return { owner, stopped };
}

test('an account that the other system refuses is shown with the reason until it works again', async () => {
  const endpoint = await startRestEndpoint(secret);
  const shop = await startApp();
  const { owner, stopped } = await openToday(shop);
  endpoint.authorization = 'Bearer right';
  const headers = { authorization: 'Bearer right' };
  const made = await install(shop.api, 'http', { baseUrl: endpoint.url, signingSecret: secret, headers });
  const rule = await bind(shop.api, made.id, 'lead.captured', 'send_event');
  expect(await stopped()).toEqual([]);
  endpoint.authorization = 'Bearer changed';
  await emit(shop, 'lead.captured', { id: 'lead_1' });
  const job = await newestJob(shop, rule.id, 'FAILED');
  const [item] = await stopped();
  expect(item).toMatchObject({ part: 'integration', id: made.id, state: 'failing', reason: job.error.message });
  expect(item.name).toContain(new URL(endpoint.url).host);
  const attendant = await addPerson(owner, 'Ana');
  expect((await attendant.client.get('/owner/today')).body.attention).toEqual([]);
  endpoint.authorization = 'Bearer right';
  await retryJob(shop, job);
  expect(await stopped()).toEqual([]);
});

test('a rule whose job failed permanently is shown, and so is a rule that was switched off after its failures', async () => {
  const endpoint = await startRestEndpoint(secret);
  const shop = await startApp();
  const { stopped } = await openToday(shop);
  const made = await install(shop.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const rule = await bind(shop.api, made.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 422, body: 'no such sheet' }];
  await emit(shop, 'lead.captured', { id: 'lead_1' });
  const job = await newestJob(shop, rule.id, 'FAILED');
  expect(await stopped()).toMatchObject([{ part: 'rule', id: rule.id, state: 'failing', reason: job.error.message }]);
  const off = { active: 0, disabled_reason: 'binding_failing', disabled_at: '2026-11-28T12:00:00.000Z' } as const;
  await shop.app.platform.write(({ db }) => db.updateTable('integration_bindings').set(off).execute());
  expect(await stopped()).toMatchObject([{ part: 'rule', id: rule.id, state: 'off' }]);
  await shop.api.patch(`/api/integrations/bindings/${rule.id}`, { active: false });
  expect(await stopped()).toEqual([]);
});

test('rules are shown from the first failed attempt, as one line for each account', async () => {
  const endpoint = await startRestEndpoint(secret);
  const shop = await startApp();
  const { stopped } = await openToday(shop);
  const made = await install(shop.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const first = await bind(shop.api, made.id, 'lead.captured', 'send_event');
  const second = await bind(shop.api, made.id, 'order.created', 'send_event');
  endpoint.answers = [{ status: 503 }, { status: 503 }];
  await emit(shop, 'lead.captured', { id: 'lead_1' });
  await newestJob(shop, first.id, 'RETRYING');
  await emit(shop, 'order.created', { id: 'ord_1' });
  await newestJob(shop, second.id, 'RETRYING');
  expect(await stopped()).toMatchObject([{ part: 'rule', state: 'failing', count: 2 }]);
  await emit(shop, 'order.created', { id: 'ord_2' });
  await newestJob(shop, second.id, 'SUCCEEDED');
  expect(await stopped()).toMatchObject([{ part: 'rule', count: 1 }]);
});

test('reminders that cannot be sent outside the messaging window are counted, until one is sent', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const { stopped } = await openToday(shop);
  const channel = await pairChannel(shop, 'CLOUD_API');
  await channel.customerSays(maria, 'Oi');
  const agent = await makeAgent(shop.api, { behavior: { appointmentReminderMinutes: 60 } });
  const book = (startTime: string, endTime: string) =>
    shop.api.post('/api/appointments', haircut(agent, { clientPhone: maria, startTime, endTime }));
  await book('2026-11-23T10:00', '2026-11-23T11:00');
  await book('2026-11-23T11:00', '2026-11-23T12:00');
  await shop.settle();
  clock.advance(48 * hourMs + 30 * 60_000);
  await shop.settle();
  await eventually(async () => (await stopped()).length > 0);
  expect(await stopped()).toMatchObject([{ part: 'reminder', count: 1, reason: 'window_closed' }]);
  await channel.customerSays(maria, 'Oi de novo');
  clock.advance(60_000);
  await shop.settle();
  await eventually(async () => (await stopped()).length === 0);
});

test('a language model is shown at once when its key is refused, else after three failures, until it answers', async () => {
  const { shop, model, ask } = await openModelShop();
  const { stopped } = await openToday(shop);
  model.answer = 401;
  await ask('Vocês abrem que horas?');
  expect(await stopped()).toMatchObject([{ part: 'model', reason: expect.stringContaining('401') }]);
  model.answer = 'Olá';
  await ask('Vocês abrem que horas hoje?');
  expect(await stopped()).toEqual([]);
  model.answer = 500;
  await ask('E amanhã?');
  await ask('E no sábado?');
  expect(await stopped()).toEqual([]);
  await ask('E no domingo?');
  expect(await stopped()).toMatchObject([{ part: 'model', reason: expect.stringContaining('500') }]);
});

test('a campaign that paused itself is shown with the reason, a campaign that a person paused is not', async () => {
  const { shop, launch, clock, channel, api, rest } = await openCampaigns();
  const { stopped } = await openToday(shop);
  const path = await launch(people(3));
  await channel.faults({ reject: { reason: 'restricted' } });
  clock.advance(250);
  await rest();
  expect(await stopped()).toMatchObject([{ part: 'campaign', name: 'Natal', reason: 'restricted' }]);
  await channel.faults({});
  await api.post(`${path}/resume`);
  await api.post(`${path}/pause`);
  expect(await stopped()).toEqual([]);
});

test('a flow whose newest three runs failed is shown', async () => {
  const { shop, launch, says } = await openFlows();
  const { stopped } = await openToday(shop);
  await launch([step('a', 'message', { mediaUrl: 'http://127.0.0.1:1/a.png' }, 'b'), say('b', 'x')]);
  for (const phone of ['+5511988880001', '+5511988880002', '+5511988880003']) {
    expect(await stopped()).toEqual([]);
    await says('oi', phone);
  }
  expect(await stopped()).toMatchObject([{ part: 'flow', state: 'failing', count: 3 }]);
});

test('a key that expired while a program used it is shown for a week; an unused key is not', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const { stopped } = await openToday(shop);
  const expiresAt = new Date(clock.now().getTime() + hourMs).toISOString();
  const make = (name: string) =>
    shop.app.platform.write(({ db, now }) =>
      createKey(db, { workspaceId: shop.workspace.id, name, scopes: ['all'], expiresAt, now }),
    );
  const used = await make('Assistant');
  await make('Idle');
  await shop.api.get('/api/channels', { key: used.key });
  expect(await stopped()).toEqual([]);
  clock.advance(2 * hourMs);
  expect(await (await openToday(shop)).stopped()).toMatchObject([{ part: 'key', id: used.row.id, name: 'Assistant' }]);
  clock.advance(8 * 24 * hourMs);
  expect(await (await openToday(shop)).stopped()).toEqual([]);
});

test('recurring work that was given up is shown until it runs again', async () => {
  const clock = new ManualClock();
  let isBroken = true;
  const run = async () => {
    if (isBroken) throw new Error('The tape is full');
  };
  const broken = { name: 'tapes', title: 'Tapes', recurring: [{ name: 'tapes', cron: '0 * * * *', run }] };
  const shop = await startApp({ clock, areas: [...areas, broken] });
  const { stopped } = await openToday(shop);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await shop.app.platform.scheduler.tick();
    for (let turn = 0; turn < 4; turn++) {
      await shop.settle();
      clock.advance(10_000);
    }
  };
  await pass(hourMs);
  expect(await stopped()).toMatchObject([{ part: 'recurring', name: 'tapes', reason: 'The tape is full' }]);
  isBroken = false;
  await pass(hourMs);
  expect(await stopped()).toEqual([]);
});

test('a source that can no longer be read is shown while it is in use', async () => {
  const shop = await startApp();
  const { stopped } = await openToday(shop);
  const agent = await makeAgent(shop.api);
  const path = `/api/ai-agents/${agent}/knowledge`;
  const made = await shop.api.post(`${path}/url`, { url: 'http://127.0.0.1:9/menu' });
  expect(made.status).toBeLessThan(300);
  await shop.settle();
  await eventually(async () => (await stopped()).length > 0);
  expect(await stopped()).toMatchObject([{ part: 'source', id: made.body.id, state: 'failing' }]);
});
