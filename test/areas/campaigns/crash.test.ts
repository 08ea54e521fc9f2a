import { cpSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp, type TestApp } from '../../support/server/app.ts';
import { forgetMachine } from '../../support/server/forget-machine.ts';
import { openCampaigns, people, tally } from './support.ts';

/** Starts a server on what a crash of the other one would leave on disk now: a copy made while nothing else runs. */
function afterCrash({ app, home }: TestApp, copy: string): Promise<TestApp> {
  cpSync(home, copy, { recursive: true, filter: (path) => !/lock\.db|-shm$/.test(path) });
  forgetMachine(copy);
  return startApp({ home: copy, clock: app.platform.clock });
}

test('a message interrupted by a crash has its outcome looked up, is shown, and is sent again only on demand', async () => {
  const { launch, clock, channel, shop, recipients } = await openCampaigns();
  const path = await launch(people(3));
  const copy = await temporaryFolder();
  await channel.faults({ delayMs: 1_000 });
  clock.advance(250);
  await eventually(async () => (await recipients(path))[1].status === 'SENDING');
  const next = await afterCrash(shop, copy);
  await next.settle();
  const read = async () => (await next.api.get(`${path}/recipients`)).body.data;
  const inDoubt = await eventually(async () => (await read()).find((row: { error: unknown }) => row.error !== null));
  expect(inDoubt).toMatchObject({ phone: people(3)[1]?.phone, status: 'FAILED', error: { code: 'not_sent' } });
  for (let turn = 0; turn < 4; turn++) {
    clock.advance(250);
    await eventually(async () => (await read())[2].status === 'SENT');
  }
  await eventually(async () => (await next.api.get(path)).body.status === 'COMPLETED');
  expect((await read()).map((row: { status: string }) => row.status)).toEqual(['SENT', 'FAILED', 'SENT']);
  await next.api.post(`${path}/resume`, { scope: 'failed' });
  await eventually(async () => (await next.api.get(path)).body.recipients.SENT === 3);
  const { body: phones } = await next.api.get(`/api/simulator/channels/${channel.id}/messages`);
  expect(tally(phones.data.map((message: { phone: string }) => message.phone))).toEqual(
    Object.fromEntries(people(3).map(({ phone }) => [phone, 1])),
  );
});

test('a crash during a start leaves a draft that can be started, and every recipient is planned once', async () => {
  const { api, draft, shop } = await openCampaigns();
  const path = await draft(people(1_500));
  const copy = await temporaryFolder();
  const starting = api.post(`${path}/start`, {});
  const isPlanned = () =>
    shop.app.platform.database.read
      .selectFrom('campaign_recipients')
      .select('id')
      .where('content', 'is not', null)
      .limit(1)
      .executeTakeFirst();
  while (!(await isPlanned())) await nextTurn();
  const next = await afterCrash(shop, copy);
  await starting;
  expect((await next.api.get(path)).body).toMatchObject({ status: 'DRAFT', recipients: { PENDING: 1_500 } });
  expect((await next.api.post(`${path}/start`, {})).body.status).toBe('RUNNING');
  const { read } = next.app.platform.database;
  const planned = await read.selectFrom('campaign_recipients').select('content').execute();
  expect(planned.filter(({ content }) => content !== null)).toHaveLength(1_500);
});

test('a server that starts with sending paused, as after a restore, resumes no campaign by itself', async () => {
  const { api, launch, draft, shop, clock } = await openCampaigns();
  const running = await launch(people(3));
  const scheduled = await draft(people(3, 50));
  await api.post(`${scheduled}/start`, { scheduledAt: '2026-11-21T11:00' });
  const copy = await temporaryFolder();
  const { platform } = shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  clock.advance(3_600_000);
  const next = await afterCrash(shop, copy);
  await next.settle();
  await next.app.platform.write(({ db }) => setSendingPaused(db, false));
  clock.advance(60_000);
  await next.settle();
  for (const path of [running, scheduled]) {
    const { body } = await next.api.get(path);
    expect(body).toMatchObject({ status: 'PAUSED', statusReason: 'sending_paused' });
  }
  expect((await next.api.post(`${running}/resume`, {})).body.status).toBe('RUNNING');
});
