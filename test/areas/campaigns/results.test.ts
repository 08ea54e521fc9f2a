import { expect, test } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { openCampaigns, people, phoneOf } from './support.ts';

test('receipts and replies only move a status up, whatever order they arrive in', async () => {
  const { api, launch, run, channel, recipients, rest } = await openCampaigns();
  const path = await launch(people(4));
  await run(1_000);
  await api.put(`/api/simulator/channels/${channel.id}/phones/${phoneOf(1)}`, { online: true });
  await channel.drive('read', { from: phoneOf(2) });
  await channel.customerSays(phoneOf(3), 'Quero!');
  await channel.faults({ duplicate: true, reorder: true });
  await channel.drive('read', { from: phoneOf(3) });
  await channel.faults({});
  await rest();
  const rows = await recipients(path);
  expect(rows.map((row) => row.status)).toEqual(['SENT', 'DELIVERED', 'READ', 'REPLIED']);
  expect(rows[3]).toMatchObject({ readAt: expect.any(String), repliedAt: expect.any(String) });
  await channel.customerSays(phoneOf(2), 'Eu também');
  await channel.customerSays(phoneOf(0), 'Oi');
  await rest();
  expect((await recipients(path)).map((row) => row.status)).toEqual(['REPLIED', 'DELIVERED', 'REPLIED', 'REPLIED']);
});

test('a reply skips the pending recipients of its number, unless stopOnReply is off', async () => {
  const { launch, run, channel, recipients, sent, clock } = await openCampaigns();
  await channel.customerSays(phoneOf(2), 'Bom dia');
  clock.advance(1_000);
  const stops = await launch(people(4));
  const goesOn = await launch(people(4), { stopOnReply: false });
  await channel.customerSays(phoneOf(3), 'Vocês abrem hoje?');
  await run(12_000);
  expect((await recipients(stops)).map((row) => row.reason)).toEqual([null, null, null, 'replied']);
  expect((await recipients(goesOn)).map((row) => row.reason)).toEqual([null, null, null, null]);
  expect((await sent()).filter((message) => message.phone === phoneOf(3))).toHaveLength(1);
});

test('a message from before the send, or long after it, does not count as a reply', async () => {
  const { launch, run, channel, recipients, clock, rest } = await openCampaigns();
  await channel.customerSays(phoneOf(0), 'Oi');
  const path = await launch(people(1));
  await run(1_000);
  expect((await recipients(path))[0].repliedAt).toBeNull();
  clock.advance(8 * 86_400_000);
  await channel.customerSays(phoneOf(0), 'Oi de novo');
  await rest();
  expect((await recipients(path))[0].repliedAt).toBeNull();
});

test('a failure that the vendor reports after the send counts as a failure', async () => {
  const { api, launch, run, channel, recipients, rest, shop } = await openCampaigns();
  const path = await launch(people(2));
  await run(1_000);
  const [first] = await recipients(path);
  const error = { code: 'not_on_app', message: 'No such user' };
  const event = { kind: 'status', providerEventId: 'late', status: 'FAILED', error, at: first.sentAt } as const;
  const place = { id: channel.id, workspaceId: shop.workspace.id, provider: 'CLOUD_API', name: 'Shop' } as const;
  await shop.app.platform.services.channelHub.inbox.receive(place, [
    { ...event, providerMessageId: first.providerMessageId },
  ]);
  await rest();
  expect((await recipients(path)).map((row) => [row.status, row.error?.code])).toEqual([
    ['FAILED', 'not_on_app'],
    ['SENT', undefined],
  ]);
  expect((await api.get(`${path}/report`)).body.failures).toEqual([{ ...error, count: 1 }]);
});

test('the report has every figure, and lists the recipients as CSV', async () => {
  const { api, launch, run, channel, rest, clock } = await openCampaigns();
  const path = await launch([...people(6), { phone: phoneOf(0) }, { phone: '=1+1' }]);
  await run(1_000);
  await channel.faults({ reject: { reason: 'not_on_app', times: 1 } });
  await run(500);
  clock.advance(60_000);
  await channel.drive('read', { from: phoneOf(0) });
  await rest();
  clock.advance(60_000);
  await channel.drive('read', { from: phoneOf(1) });
  await channel.customerSays(phoneOf(1), 'Quero');
  await rest();
  clock.advance(3_600_000);
  await channel.customerSays(phoneOf(2), 'SAIR');
  await rest();
  const { status, body } = await api.get(`${path}/report`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'COMPLETED',
    byStatus: { total: 8, SENT: 2, READ: 1, REPLIED: 2, FAILED: 1, SKIPPED: 2, PENDING: 0 },
    reached: { sent: 5, delivered: 2, read: 2, replied: 2, failed: 1 },
    rates: { delivery: 0.4, read: 0.4, reply: 0.4, failure: 0.1667, optOut: 0.2 },
    failures: [{ code: 'not_on_app', count: 1 }],
    optOuts: 1,
    durationSeconds: 1.5,
    sendsPerMinute: 240,
  });
  expect(body.skipped).toEqual([
    { reason: 'duplicate', count: 1 },
    { reason: 'invalid_number', count: 1 },
  ]);
  expect(body.timeline).toEqual([
    { hour: '2026-11-21T13:00:00.000Z', sent: 5, read: 2, replied: 1 },
    { hour: '2026-11-21T14:00:00.000Z', sent: 0, read: 0, replied: 1 },
  ]);
  expect(body.medianSecondsToRead).toBe(91.4);
  expect(body.medianSecondsToReply).toBe(1921.1);

  const file = await api.get(`${path}/report?acknowledged=true`, { headers: { accept: 'text/csv' } });
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toContain('campaign-2026-11-21.csv');
  const { header, rows } = readCsv(file.body);
  expect(header.slice(0, 5)).toEqual(['phone', 'name', 'status', 'reason', 'errorCode']);
  expect(rows.map(({ cells }) => cells.slice(0, 5).join('|'))).toEqual([
    `${phoneOf(0)}|Pessoa 0|READ||`,
    `${phoneOf(1)}|Pessoa 1|REPLIED||`,
    `${phoneOf(2)}|Pessoa 2|REPLIED||`,
    `${phoneOf(3)}|Pessoa 3|SENT||`,
    `${phoneOf(4)}|Pessoa 4|SENT||`,
    `${phoneOf(5)}|Pessoa 5|FAILED||not_on_app`,
    `${phoneOf(0)}||SKIPPED|duplicate|`,
    '=1+1||SKIPPED|invalid_number|',
  ]);
  expect(file.body).not.toMatch(/^=/m);
  expect((await api.get(`${path}/report`, { headers: { accept: '*/*' } })).body.campaignId).toBe(body.campaignId);
});

test('the report of a draft has only zeros', async () => {
  const { api, draft } = await openCampaigns();
  expect((await api.get(`${await draft([])}/report`)).body).toMatchObject({
    byStatus: { total: 0 },
    reached: { sent: 0 },
    rates: { delivery: null, failure: null },
    timeline: [],
    medianSecondsToRead: null,
    durationSeconds: null,
    sendsPerMinute: null,
  });
});

test('a campaign’s sends stay out of the list until somebody answers', async () => {
  const { api, launch, run, channel } = await openCampaigns();
  const talk = await channel.customerSays(phoneOf(0), 'Tem mesa hoje?', { name: 'Ana' });
  const { body: before } = await api.get(`/api/conversations/${talk.conversationId}`);
  const openedBefore = (await api.get('/api/conversations/overview')).body.metrics.opened.total;
  await launch(people(4));
  await run(2_000);
  const list = async (query: string) => (await api.get(`/api/conversations?${query}`)).body;
  expect((await list('')).total).toBe(4);
  const shown = await list('dialogue=true');
  expect([shown.total, shown.data.length]).toEqual([1, 1]);
  // What the customer wrote last is still what the list shows.
  expect(shown.data[0]).toEqual({ ...before, updatedAt: shown.data[0].updatedAt });
  expect((await api.get('/api/conversations/overview')).body.metrics.opened.total).toBe(openedBefore);

  await channel.customerSays(phoneOf(2), 'Quero!');
  const answered = await list('dialogue=true');
  expect(answered.data.map((row: { contact: { phone: string } }) => row.contact.phone)).toEqual([
    phoneOf(2),
    phoneOf(0),
  ]);
  expect(answered.total).toBe(2);
  expect((await api.get('/api/conversations/overview')).body.metrics.opened.total).toBe(openedBefore + 1);
  expect((await list('dialogue=false')).total).toBe(2);
});
