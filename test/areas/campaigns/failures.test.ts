import { expect, test } from 'vitest';
import { openCampaigns, people, phoneOf, tally } from './support.ts';

const statuses = (rows: { status: string }[]) => tally(rows.map((row) => row.status));

test('20 failures in a row pause the campaign with the reason; a resume with that scope retries the failed recipients', async () => {
  const { api, launch, run, channel, recipients, sent } = await openCampaigns();
  await channel.faults({ reject: { reason: 'media_invalid', times: 25 } });
  const path = await launch(people(30));
  await run(10_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'PAUSED', statusReason: 'failures_in_a_row' });
  const rows = await recipients(path);
  expect(statuses(rows)).toEqual({ FAILED: 20, PENDING: 10 });
  expect(rows[0]).toMatchObject({ error: { code: 'media_invalid' }, sentAt: null, attempts: 1 });
  await channel.faults({});
  await api.post(`${path}/resume`, {});
  await run(4_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 20, SENT: 10 } });
  expect((await api.post(`${path}/resume`, { scope: 'failed' })).body.status).toBe('RUNNING');
  await run(6_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 0, SENT: 30 } });
  expect(new Set((await sent()).map((message) => message.phone)).size).toBe(30);
  expect(await sent()).toHaveLength(30);
});

test('19 failures in a row do not pause the campaign', async () => {
  const { api, launch, run, channel } = await openCampaigns();
  await channel.faults({ reject: { reason: 'media_invalid', times: 19 } });
  const path = await launch(people(25));
  await run(8_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 19, SENT: 6 } });
});

test('failures of more than a tenth of the last 200 sends pause the campaign, a tenth does not', async () => {
  const { api, launch, run, channel } = await openCampaigns();
  await channel.faults({ reject: { reason: 'media_invalid', times: 10 } });
  const path = await launch(people(230));
  await run(100 * 250);
  await channel.faults({ reject: { reason: 'media_invalid', times: 10 } });
  await run(105 * 250);
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', recipients: { FAILED: 20 } });
  await channel.faults({ reject: { reason: 'media_invalid', times: 12 } });
  await run(20 * 250);
  expect((await api.get(path)).body).toMatchObject({ status: 'PAUSED', statusReason: 'too_many_failures' });
});

test('a channel that the vendor rate-limits rests longer each time, and no recipient is lost', async () => {
  const { api, launch, run, channel, recipients, sent } = await openCampaigns();
  const path = await launch(people(4));
  await channel.faults({ reject: { reason: 'rate_limited', times: 2 } });
  await run(250);
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', holdReason: 'provider_limit' });
  await run(4_500);
  expect(await sent()).toHaveLength(1);
  await run(500);
  await run(19_500, 500);
  expect(await sent()).toHaveLength(1);
  await run(2_000);
  expect((await sent()).map((message) => message.phone)).toEqual([0, 3, 1, 2].map(phoneOf));
  const rows = await recipients(path);
  expect(rows.map((row) => [row.status, row.attempts, row.error])).toEqual([
    ['SENT', 1, null],
    ['SENT', 2, null],
    ['SENT', 2, null],
    ['SENT', 1, null],
  ]);
});

test('a recipient who is rate-limited again and again becomes FAILED, after all others', async () => {
  const { api, launch, run, channel, recipients } = await openCampaigns();
  await channel.faults({ reject: { reason: 'temporary', times: 10_000 } });
  const path = await launch(people(1));
  await run(4_000_000, 10_000);
  expect((await recipients(path))[0]).toMatchObject({ status: 'FAILED', attempts: 8, error: { code: 'temporary' } });
  expect((await api.get(path)).body.status).toBe('COMPLETED');
});

test('a restricted account pauses every campaign of the channel at the first rejection', async () => {
  const { api, launch, run, channel, sent } = await openCampaigns();
  const first = await launch(people(5));
  const second = await launch(people(5, 100));
  await channel.faults({ reject: { reason: 'restricted', times: 1 } });
  await run(2_000);
  expect(await sent()).toHaveLength(2);
  const paused = { status: 'PAUSED', statusReason: 'restricted', recipients: { PENDING: 4, FAILED: 0 } };
  for (const path of [first, second]) expect((await api.get(path)).body).toMatchObject(paused);
});

test('credentials that the vendor refuses for a moment make the campaign wait, and no recipient fails', async () => {
  const { api, launch, run, channel, recipients } = await openCampaigns();
  await channel.faults({ reject: { reason: 'credentials', times: 12 } });
  const path = await launch(people(2));
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', holdReason: 'provider_limit' });
  await run(7_200_000, 10_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', statusReason: null });
  expect(statuses(await recipients(path))).toEqual({ SENT: 2 });
});

test('a template that the vendor paused pauses the campaign and fails no recipient', async () => {
  const { api, launch, run, channel } = await openCampaigns();
  const path = await launch(people(3));
  const at = `/api/simulator/channels/${channel.id}/templates/promo`;
  await api.put(at, { language: 'pt_BR', category: 'MARKETING', status: 'PAUSED', tell: false });
  await run(1_000);
  expect((await api.get(path)).body).toMatchObject({
    status: 'PAUSED',
    statusReason: 'template_unusable',
    recipients: { PENDING: 2, SENT: 1, FAILED: 0 },
  });
});

test('a lost response leaves the recipient UNKNOWN; its outcome is looked up and it is never retried automatically', async () => {
  const { api, launch, run, channel, recipients, sent, shop, clock, rest } = await openCampaigns();
  await channel.faults({ loseAnswers: 1 });
  const path = await launch(people(3));
  await run(1_000);
  expect((await recipients(path)).map((row) => row.status)).toEqual(['UNKNOWN', 'SENT', 'SENT']);
  expect((await api.get(path)).body.status).toBe('COMPLETED');
  clock.advance(61_000);
  await shop.app.platform.scheduler.tick();
  await rest();
  expect((await recipients(path)).map((row) => row.status)).toEqual(['SENT', 'SENT', 'SENT']);
  expect(await sent()).toHaveLength(3);
});

test('an UNKNOWN recipient is sent to again only with all_unsent, in a new message', async () => {
  const { api, launch, run, channel, sent, recipients } = await openCampaigns();
  await channel.faults({ loseAnswers: 1 });
  const path = await launch(people(2));
  await run(1_000);
  expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(409);
  expect((await api.post(`${path}/resume`, { scope: 'all_unsent' })).status).toBe(200);
  await run(10_000);
  expect(tally((await sent()).map((message) => message.phone))).toEqual({ [phoneOf(0)]: 2, [phoneOf(1)]: 1 });
  expect((await recipients(path)).map((row) => row.status)).toEqual(['SENT', 'SENT']);
});

test('a recipient stays UNKNOWN when the vendor does not know the outcome either', async () => {
  const { launch, run, channel, recipients, shop, clock, rest } = await openCampaigns();
  await channel.faults({ loseAnswers: 1 });
  const path = await launch(people(1));
  await channel.faults({ dropped: true });
  for (let minute = 0; minute < 12; minute++) {
    clock.advance(61_000);
    await shop.app.platform.scheduler.tick();
    await rest();
  }
  await run(1_000);
  expect((await recipients(path))[0]).toMatchObject({ status: 'UNKNOWN', error: { code: 'unknown_outcome' } });
});

test('a send whose response could not be stored is settled by the inbox’s look-up', async () => {
  const { api, launch, run, recipients, shop, clock, rest } = await openCampaigns();
  const path = await launch(people(2));
  await run(1_000);
  const [first] = await recipients(path);
  await shop.app.platform.write(async ({ db }) => {
    const lost = { status: 'PENDING', sent_at: null, provider_message_id: 'sim.lost' } as const;
    await db.updateTable('messages').set(lost).where('id', '=', first.messageId).execute();
    const open = { status: 'SENDING', sent_at: null } as const;
    await db.updateTable('campaign_recipients').set(open).where('id', '=', first.id).execute();
  });
  clock.advance(61_000);
  await shop.app.platform.scheduler.tick();
  await rest();
  expect((await recipients(path))[0]).toMatchObject({ status: 'FAILED', error: { code: 'not_sent' } });
  expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(200);
  await run(1_000);
  expect((await recipients(path)).map((row) => row.status)).toEqual(['SENT', 'SENT']);
});

test('one row whose text is too long is FAILED with the reason, and the others get the message', async () => {
  const { api, launch, run, recipients, sent } = await openCampaigns();
  const rows = people(4).map((row, index) => ({ ...row, variables: { oferta: 'x'.repeat(index === 1 ? 1_020 : 5) } }));
  const path = await launch(rows);
  await run(5_000);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', statusReason: null });
  const [, long, ...others] = await recipients(path);
  expect(long).toMatchObject({ status: 'FAILED', content: null, error: { code: 'too_long' } });
  expect(long.error.message).toContain('at most 1024');
  expect(statuses(others)).toEqual({ SENT: 2 });
  expect(await sent()).toHaveLength(3);
  // A row without a text is left out when the failed ones are sent to again.
  expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(409);
});

test('a test send of a text that is too long is refused with the limit', async () => {
  const { api, draft } = await openCampaigns();
  const path = await draft(people(1));
  const variables = { oferta: 'x'.repeat(1_020) };
  expect(await api.post(`${path}/test`, { phoneNumber: people(1)[0]?.phone, variables })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body.variables', code: 'too_long', limit: 1_024 }] },
  });
});
