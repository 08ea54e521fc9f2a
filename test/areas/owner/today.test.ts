import { expect, test } from 'vitest';
import { updateWorkspace } from '../../../server/platform/access/update-workspace.ts';
import { saveSetting } from '../../../server/platform/settings.ts';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type ConsoleClient, signIn } from '../../support/server/console.ts';
import { haircut, makeAgent, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

/** A port on which nothing listens. */
const deadUrl = 'http://127.0.0.1:9/hooks';

const readToday = async (owner: ConsoleClient) => (await owner.get('/owner/today')).body;

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
const kindsOf = (today: any): string[] => today.attention.map(({ kind }: { kind: string }) => kind);

function changeWorkspace({ app, workspace }: TestApp, changes: Parameters<typeof updateWorkspace>[2]) {
  const actor = systemActor;
  return app.platform.write(({ db, now }) => updateWorkspace(db, workspace.id, changes, { actor, now }));
}

test('a new shop has no figures, all first steps open, and nothing that needs attention', async () => {
  const shop = await startApp();
  const nothing = { sales: 0, orders: 0, conversations: 0, agentShare: null };
  expect(await readToday(await signIn(shop))).toMatchObject({
    currency: 'BRL',
    opening: null,
    waiting: { count: 0, longest: [] },
    waits: { person: { count: 0, medianMs: null }, any: { count: 0, medianMs: null } },
    today: nothing,
    week: nothing,
    month: nothing,
    orders: { late: 0 },
    appointments: { count: 0, next: null },
    attention: [],
    firstSteps: { channelId: null, connected: false, chat: false },
  });
});

test('the first steps become done one after the other', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { body: made } = await shop.api.post('/api/channels', { name: 'Shop', provider: '<QR_PROVIDER>' });
  expect((await readToday(owner)).firstSteps).toEqual({ channelId: made.id, connected: false, chat: false });
  const channel = await pairChannel(shop);
  await channel.customerSays('+5511988887777', 'Oi');
  expect((await readToday(owner)).firstSteps).toMatchObject({ connected: true, chat: true });
});

test('a channel that is not connected needs attention, one that is deactivated does not', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { body: channel } = await shop.api.post('/api/channels', { name: 'Balcão', provider: '<QR_PROVIDER>' });
  const unpaired = { kind: 'channel', channelId: channel.id, name: 'Balcão', status: 'DISCONNECTED' };
  expect((await readToday(owner)).attention).toEqual([unpaired]);
  await shop.api.post(`/api/channels/${channel.id}/deactivate`);
  expect(await readToday(owner)).toMatchObject({ attention: [] });
});

test('a failing webhook needs attention, one that its owner disabled does not', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { id } = await subscribe(shop.api, deadUrl);
  expect(kindsOf(await readToday(owner))).toEqual([]);
  await emit(shop, 'lead.captured');
  await newestDelivery(shop, 'RETRYING');
  expect((await readToday(owner)).attention).toMatchObject([
    { kind: 'webhook', endpointId: id, url: deadUrl, problem: 'failing' },
  ]);
  await shop.api.patch(`/api/developers/webhooks/${id}`, { active: false });
  expect((await readToday(owner)).attention).toEqual([]);
  await shop.app.platform.write(({ db }) =>
    db.updateTable('webhook_endpoints').set({ disabled_reason: 'endpoint_failing' }).execute(),
  );
  expect((await readToday(owner)).attention).toMatchObject([{ kind: 'webhook', endpointId: id, problem: 'off' }]);
  // The owner has seen it, and leaves it off.
  await shop.api.patch(`/api/developers/webhooks/${id}`, { active: false });
  expect((await readToday(owner)).attention).toEqual([]);
});

test('attention is needed at 80 % of a limit, before the end of a trial, and while sending is paused', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  await changeWorkspace(shop, { limits: { channels: 5 } });
  for (const name of ['One', 'Two', 'Three']) await shop.api.post('/api/channels', { name, provider: 'CLOUD_API' });
  expect(kindsOf(await readToday(owner))).toEqual([]);
  await shop.api.post('/api/channels', { name: 'Four', provider: 'CLOUD_API' });
  expect((await readToday(owner)).attention).toEqual([{ kind: 'quota', limit: 'channels', used: 4, most: 5 }]);
  const trialEndsAt = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
  await changeWorkspace(shop, { trialEndsAt });
  await shop.app.platform.write(({ db }) => setSendingPaused(db, true));
  const { attention } = await readToday(owner);
  expect(attention).toMatchObject([
    { kind: 'paused' },
    { kind: 'trial', endsAt: trialEndsAt, locked: false },
    { kind: 'quota' },
  ]);
});

test('a failed backup, or none for two days, needs attention unless nightly backups are off', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const owner = await signIn(shop);
  expect(kindsOf(await readToday(owner))).toEqual([]);
  const save = (key: string, value: unknown) => shop.app.platform.write(({ db }) => saveSetting(db, key, value));
  const failure = { at: clock.now().toISOString(), message: 'The disk is not plugged in' };
  await save('backup_failure', failure);
  expect((await readToday(owner)).attention).toEqual([{ kind: 'backup', problem: 'failed', ...failure }]);
  await shop.app.platform.write(({ db }) => db.deleteFrom('settings').where('key', '=', 'backup_failure').execute());
  await shop.app.platform.write(({ db }) =>
    db.updateTable('workspaces').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute(),
  );
  expect((await readToday(owner)).attention).toEqual([{ kind: 'backup', problem: 'missing', at: null, message: null }]);
  await save('backups', { folder: null, enabled: false, hour: 3 });
  expect(kindsOf(await readToday(owner))).toEqual([]);
});

test('a full disk comes first', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  shop.app.platform.storage.markFull();
  expect((await readToday(owner)).attention[0]).toMatchObject({ kind: 'disk', full: true });
});

test('a shop sees nothing of another', async () => {
  const shop = await startApp();
  const other = await shop.otherWorkspace();
  const channel = await pairChannel({ api: other, app: shop.app });
  await channel.customerSays('+5511988887777', 'Oi');
  await subscribe(other, deadUrl);
  const agent = await makeAgent(other);
  await other.post('/api/orders', pizzas(agent));
  await other.post('/api/appointments', haircut(agent));
  await shop.settle();
  expect(await readToday(await signIn(shop))).toMatchObject({
    attention: [],
    waiting: { count: 0 },
    month: { sales: 0, orders: 0, conversations: 0 },
    appointments: { count: 0, next: null },
  });
});

test('no key can read it', async () => {
  const { api } = await startApp();
  const answer = await api.get('/owner/today');
  expect([answer.status, answer.body.code]).toEqual([403, 'owner_only']);
});
