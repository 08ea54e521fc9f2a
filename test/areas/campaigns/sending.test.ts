import { expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { eventually } from '../../support/server/app.ts';
import { openCampaigns, people, phoneOf, tally } from './support.ts';

test('a campaign sends to everybody once, at its pace, and completes', async () => {
  const { api, launch, run, recipients, sent, shop } = await openCampaigns();
  const path = await launch(people(12));
  expect((await sent()).length).toBe(1);
  await run(1_000);
  expect((await sent()).length).toBe(5);
  await run(3_000);
  const messages = await sent();
  expect(messages.map((message) => message.phone)).toEqual(people(12).map(({ phone }) => phone));
  const times = messages.map((message) => Date.parse(message.at));
  expect(new Set(times.slice(1).map((time, index) => time - (times[index] as number)))).toEqual(new Set([250]));
  expect((await api.get(path)).body).toMatchObject({
    status: 'COMPLETED',
    recipients: { total: 12, SENT: 12, PENDING: 0 },
  });
  const rows = await recipients(path);
  expect(rows.every((row) => row.attempts === 1 && row.messageId !== null && row.sentAt !== null)).toBe(true);
  const told = await shop.events('message.sent');
  expect(tally(told.map(({ source }) => source))).toEqual({ CAMPAIGN: 12 });
  expect(tally(told.map(({ data }) => String(data.author)))).toEqual({ CAMPAIGN: 12 });
});

test('the texts are frozen at the start: a later edit of a contact changes nothing', async () => {
  const { api, launch, run, sent, recipients, channel } = await openCampaigns();
  await channel.customerSays(phoneOf(1), 'Oi', { name: 'Maria Clara' });
  const rows = [{ phone: phoneOf(0) }, { phone: phoneOf(1), variables: { oferta: 'bolo\n grátis' } }];
  const path = await launch(rows);
  await api.post('/api/contacts/import', { csv: `phone,name\n${phoneOf(1)},Outra` });
  await run(500);
  const texts = ['Oi cliente, hoje tem novidade!', 'Oi Maria, hoje bolo grátis!'];
  expect((await sent()).map((message) => message.content)).toEqual(texts);
  expect((await recipients(path)).map((row) => row.content)).toEqual(texts);
});

test('a template whose text changed pauses the campaign before anything is sent', async () => {
  const { api, launch, run, sent, channel, shop } = await openCampaigns();
  const path = await launch(people(3));
  const at = `/api/simulator/channels/${channel.id}/templates/promo`;
  const components = [{ type: 'BODY', text: 'Tchau {{1}}, hoje {{2}}!' }];
  await api.put(at, { language: 'pt_BR', category: 'MARKETING', components });
  await shop.settle();
  await run(1_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'PAUSED', statusReason: 'template_changed' });
  expect(await sent()).toHaveLength(1);
});

test('a campaign message leaves unread messages unread, a resolved conversation resolved and shows what the customer wrote last', async () => {
  const { api, launch, run, channel } = await openCampaigns();
  const { conversationId } = await channel.customerSays(phoneOf(0), 'Oi');
  await api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
  await launch(people(1));
  await run(500);
  const { body } = await api.get(`/api/conversations/${conversationId}`);
  expect(body).toMatchObject({ status: 'RESOLVED', unreadCount: 1, lastMessage: { author: 'CONTACT' } });
});

test('a resumed campaign continues where it was paused: nobody is sent to twice and nobody is left out', async () => {
  const { api, launch, run, sent } = await openCampaigns();
  const path = await launch(people(16));
  for (let stop = 0; stop < 4; stop++) {
    await run(500);
    await api.post(`${path}/pause`, {});
    const before = (await sent()).length;
    await run(60_000, 20_000);
    expect((await sent()).length).toBe(before);
    expect((await api.post(`${path}/resume`, { scope: 'all_unsent' })).status).toBe(200);
  }
  await run(3_000);
  expect((await sent()).map((message) => message.phone)).toEqual(people(16).map(({ phone }) => phone));
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { SENT: 16 } });
  expect((await api.post(`${path}/resume`, { scope: 'all_unsent' })).status).toBe(409);
});

test('a cancelled campaign sends nothing more', async () => {
  const { api, launch, run, sent } = await openCampaigns();
  const path = await launch(people(5));
  await api.post(`${path}/cancel`, {});
  await run(5_000);
  expect(await sent()).toHaveLength(1);
  expect((await api.get(path)).body).toMatchObject({ status: 'CANCELLED', recipients: { PENDING: 4, SENT: 1 } });
});

test('two campaigns that share people take turns on the channel, six seconds apart for the same person', async () => {
  const { api, launch, run, sent } = await openCampaigns();
  const first = await launch(people(40), { name: 'A' });
  const second = await launch(people(40), { name: 'B' });
  await run(30_000);
  const messages = await sent();
  expect(tally(messages.map((message) => message.phone))).toEqual(
    Object.fromEntries(people(40).map(({ phone }) => [phone, 2])),
  );
  for (const { phone } of people(40)) {
    const [one, two] = messages.filter((message) => message.phone === phone).map(({ at }) => Date.parse(at));
    expect((two as number) - (one as number)).toBeGreaterThanOrEqual(6_000);
  }
  for (const path of [first, second]) expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test.each([
  ['days forward', 3 * 86_400_000],
  ['days back', -3 * 86_400_000],
  ['an hour back', -3_600_000],
])('a clock that jumps %s neither repeats nor loses a recipient, nor delays the campaign', async (_title, ms) => {
  const { api, launch, run, sent, clock } = await openCampaigns();
  const path = await launch(people(20));
  await run(1_000);
  clock.advance(ms);
  await run(1_000);
  const soon = (await sent()).length;
  expect(soon).toBeGreaterThanOrEqual(8);
  expect(soon).toBeLessThanOrEqual(11);
  await run(4_000);
  expect((await sent()).map((message) => message.phone)).toEqual(people(20).map(({ phone }) => phone));
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { SENT: 20 } });
});

test('a disconnected channel holds the campaign, which goes on by itself when the channel reconnects', async () => {
  const { api, launch, run, sent, channel, recipients } = await openCampaigns();
  const path = await launch(people(10));
  await run(500);
  await channel.faults({ dropped: true });
  await run(120_000, 5_000);
  expect(await sent()).toHaveLength(3);
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', holdReason: 'channel_not_connected' });
  await channel.faults({});
  await run(3_000);
  expect((await sent()).map((message) => message.phone)).toEqual(people(10).map(({ phone }) => phone));
  expect((await recipients(path)).map((row) => row.status)).toEqual(people(10).map(() => 'SENT'));
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('a deactivated channel holds the campaign until it is activated again', async () => {
  const { api, launch, run, sent, channel } = await openCampaigns();
  const path = await launch(people(4));
  await api.post(`/api/channels/${channel.id}/deactivate`, {});
  await run(10_000, 1_000);
  expect(await sent()).toHaveLength(1);
  await api.post(`/api/channels/${channel.id}/reactivate`, {});
  await run(2_000);
  expect(await sent()).toHaveLength(4);
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('a campaign sends nothing while the owner has paused sending, and goes on afterwards', async () => {
  const { api, launch, run, sent, shop } = await openCampaigns();
  const path = await launch(people(4));
  const { platform } = shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  await run(5_000);
  expect(await sent()).toHaveLength(1);
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', holdReason: 'sending_paused' });
  await platform.write(({ db }) => setSendingPaused(db, false));
  await eventually(async () => (await sent()).length > 1);
  await run(1_000);
  expect(await sent()).toHaveLength(4);
});

test('a QR channel sends at uneven intervals, and sends its local template as text', async () => {
  const { launch, run, sent, channel, api, draft } = await openCampaigns({ provider: '<QR_PROVIDER>' });
  expect(channel.id).not.toBe('');
  await launch(people(15), { sendIntervalMs: 1_000 });
  await run(24_000, 20);
  const messages = await sent();
  const times = messages.map((message) => Date.parse(message.at));
  const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
  expect(gaps.every((gap) => gap >= 1_000 && gap <= 1_540)).toBe(true);
  expect(new Set(gaps).size).toBeGreaterThan(3);
  expect(messages).toHaveLength(15);
  expect(messages[0]).toMatchObject({ content: 'Oi Pessoa, hoje tem novidade!', template: null });
  expect((await api.get(await draft([]))).status).toBe(200);
});

test('an exhausted contact quota skips new contacts; an exhausted message quota pauses the campaign', async () => {
  const { api, launch, run, recipients, channel, shop } = await openCampaigns();
  await channel.customerSays(phoneOf(1), 'Oi');
  const limit = (limits: object) =>
    shop.app.platform.write(({ db }) =>
      db
        .updateTable('workspaces')
        .set({ limits: JSON.stringify(limits) })
        .execute(),
    );
  await limit({ contacts: 1 });
  const path = await launch(people(3));
  await run(1_000);
  expect((await recipients(path)).map((row) => [row.status, row.reason])).toEqual([
    ['SKIPPED', 'quota'],
    ['DELIVERED', null],
    ['SKIPPED', 'quota'],
  ]);
  await limit({ messagesPerMonth: 2 });
  expect((await api.post(`${path}/resume`, { scope: 'all_unsent' })).status).toBe(200);
  await run(1_000);
  expect((await api.get(path)).body).toMatchObject({
    status: 'PAUSED',
    statusReason: 'quota_exceeded',
    recipients: { DELIVERED: 1, SENT: 1, PENDING: 1 },
  });
  await limit({});
  await api.post(`${path}/resume`, {});
  await run(1_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { SENT: 2, DELIVERED: 1 } });
});

test('the end of the trial pauses the campaign', async () => {
  const { api, launch, run, clock, sent, shop } = await openCampaigns();
  const path = await launch(people(3));
  const ends = clock.now().toISOString();
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ trial_ends_at: ends }).execute());
  await run(1_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'PAUSED', statusReason: 'trial_locked' });
  expect(await sent()).toHaveLength(1);
});
