import { expect, test } from 'vitest';
import type { PreferenceEvent } from '../../../server/areas/channels/index.ts';
import { openCampaigns, people, phoneOf } from './support.ts';

const stopped = 'Pronto, você não receberá mais nossas campanhas. Se mudar de ideia, responda START.';

test.each(['SAIR', ' parar. ', 'Stop!', 'BÁJA', 'dar de  baja', 'Opt-out'])(
  '%j alone opts its sender out, even without a campaign, and is confirmed once',
  async (word) => {
    const { api, channel, sent, shop } = await openCampaigns();
    await channel.customerSays(phoneOf(0), word);
    expect((await sent()).map((message) => message.content)).toEqual([stopped]);
    expect((await api.get(`/api/contacts/${phoneOf(0)}`)).body.optedOut).toBe(true);
    await channel.customerSays(phoneOf(0), 'PARAR');
    expect(await sent()).toHaveLength(1);
    const [told] = await shop.events('message.sent');
    expect(told).toMatchObject({ source: 'SYSTEM', data: { author: 'SYSTEM' } });
  },
);

test.each(['quero sair daqui', 'sair agora?', 'cancelar', 'não pare', '!!!'])('%j opts nobody out', async (text) => {
  const { api, channel, sent } = await openCampaigns();
  await channel.customerSays(phoneOf(0), text);
  expect(await sent()).toEqual([]);
  expect((await api.get(`/api/contacts/${phoneOf(0)}`)).body.optedOut).toBe(false);
});

test('START opts its sender in again and is confirmed; without an opt-out it gets no reply', async () => {
  const { api, channel, sent } = await openCampaigns();
  await channel.customerSays(phoneOf(0), 'START');
  expect(await sent()).toEqual([]);
  await channel.customerSays(phoneOf(0), 'Sair');
  await sent();
  await channel.customerSays(phoneOf(0), 'start');
  const texts = (await sent()).map((message) => message.content);
  expect(texts).toEqual([stopped, 'Pronto, você voltará a receber nossas campanhas. Para sair, responda SAIR.']);
  expect((await api.get(`/api/contacts/${phoneOf(0)}`)).body.optedOut).toBe(false);
});

test.each([
  ['en', 'Done: you will get no more campaigns from us. If you change your mind, reply START.'],
  ['es', 'Listo, no recibirás más nuestras campañas. Si cambias de idea, responde START.'],
] as const)('the confirmation is in the language of the workspace: %s', async (language, text) => {
  const { channel, sent, shop } = await openCampaigns();
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ language }).execute());
  await channel.customerSays(phoneOf(0), 'stop');
  expect((await sent()).map((message) => message.content)).toEqual([text]);
});

test('the confirmation is retried until the channel can send', async () => {
  const { channel, sent, clock, rest } = await openCampaigns();
  await channel.customerSays(phoneOf(0), 'oi');
  await channel.faults({ reject: { reason: 'temporary', times: 1 } });
  await channel.customerSays(phoneOf(0), 'sair');
  expect(await sent()).toEqual([]);
  clock.advance(2_000);
  await rest();
  expect((await sent()).map((message) => message.content)).toEqual([stopped]);
});

test('a contact who opts out during a campaign is skipped by it, whatever stopOnReply says, and by later ones', async () => {
  const { api, launch, run, channel, recipients, sent } = await openCampaigns();
  const path = await launch(people(4), { stopOnReply: false });
  await channel.customerSays(phoneOf(2), 'SAIR');
  await channel.customerSays(phoneOf(0), 'parar');
  await run(3_000);
  const rows = await recipients(path);
  expect(rows.map((row) => [row.status, row.reason])).toEqual([
    ['REPLIED', null],
    ['SENT', null],
    ['SKIPPED', 'opted_out'],
    ['SENT', null],
  ]);
  expect(rows[0].optedOutAt).not.toBeNull();
  expect((await api.get(`${path}/report`)).body).toMatchObject({ optOuts: 1 });
  const before = (await sent()).length;
  const next = await launch(people(4), { name: 'Depois' });
  await run(12_000);
  expect((await recipients(next)).map((row) => row.reason)).toEqual(['opted_out', null, 'opted_out', null]);
  expect((await sent()).length).toBe(before + 2);
});

test('the start skips contacts who opted out since the audience was stored, and restores those who opted in', async () => {
  const { api, draft, run, channel, recipients, rest } = await openCampaigns();
  await channel.customerSays(phoneOf(0), 'sair');
  await rest();
  const path = await draft(people(2));
  expect((await recipients(path)).map((row) => row.status)).toEqual(['SKIPPED', 'PENDING']);
  await channel.customerSays(phoneOf(0), 'start');
  await channel.customerSays(phoneOf(1), 'sair');
  await rest();
  expect((await api.post(`${path}/start`, {})).status).toBe(200);
  await run(1_000);
  expect((await recipients(path)).map((row) => [row.status, row.reason])).toEqual([
    ['DELIVERED', null],
    ['SKIPPED', 'opted_out'],
  ]);
});

test('each workspace has its own words and hours', async () => {
  const { api, channel, shop, sent } = await openCampaigns();
  const path = '/api/marketing-campaigns/sending-rules';
  const { body: rules } = await api.get(path);
  expect(rules).toMatchObject({ sendingHours: { from: '08:00', to: '20:00' } });
  expect(rules.stopWords).toEqual(expect.arrayContaining(['SAIR', 'PARAR', 'STOP', 'BAJA']));
  const own = { sendingHours: null, stopWords: ['chega'], startWords: ['volta'], pricePerMessage: null };
  expect(await api.put(path, own)).toMatchObject({ status: 200, body: own });
  expect((await api.get(path)).body).toEqual(own);
  await channel.customerSays(phoneOf(0), 'sair');
  expect(await sent()).toEqual([]);
  await channel.customerSays(phoneOf(0), 'Chega!');
  expect((await sent()).map((message) => message.content)).toEqual([stopped.replace('START', 'volta')]);
  const other = await shop.otherWorkspace();
  expect((await other.get(path)).body).toEqual(rules);
  for (const wrong of [
    { ...own, stopWords: [] },
    { ...own, stopWords: ['!!'] },
    { ...own, startWords: ['CHEGA'] },
    { ...own, sendingHours: { from: '20:00', to: '08:00' } },
    { ...own, sendingHours: { from: '8', to: '20:00' } },
    { stopWords: ['x'], startWords: ['y'] },
  ]) {
    expect((await api.put(path, wrong)).status).toBe(400);
  }
});

test('a person who stops campaigns at the vendor is skipped by those that run, and the report counts her', async () => {
  const { api, launch, run, recipients, channel, shop, clock, sent } = await openCampaigns();
  const path = await launch(people(4), { stopOnReply: false });
  const place = { id: channel.id, workspaceId: shop.workspace.id, provider: 'CLOUD_API', name: 'Shop' } as const;
  const stop = (index: number): PreferenceEvent => ({
    kind: 'preference',
    providerEventId: `stop${index}`,
    person: { addresses: [{ kind: 'phone', value: phoneOf(index) }], name: null },
    wish: 'stop',
    by: 'settings',
    providerMessageId: null,
    at: clock.now().toISOString(),
  });
  await shop.app.platform.services.channelHub.inbox.receive(place, [stop(0), stop(2)]);
  await run(3_000);
  expect(
    (await recipients(path)).map(({ status, reason, optedOutAt }) => [status, reason, optedOutAt !== null]),
  ).toEqual([
    ['SENT', null, true],
    ['SENT', null, false],
    ['SKIPPED', 'opted_out', false],
    ['SENT', null, false],
  ]);
  expect((await api.get(`${path}/report`)).body).toMatchObject({ optOuts: 1 });
  expect(await sent()).toHaveLength(3);
});
