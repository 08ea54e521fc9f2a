import { expect, test } from 'vitest';
import { newId } from '../../../server/platform/ids.ts';
import { platformRetention } from '../../../server/platform/work/housekeeping.ts';
import { deleteExpired } from '../../../server/platform/work/retention.ts';
import { openWorkspace, startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, type ConsoleClient, signIn } from '../../support/server/console.ts';
import { listen, streamPath } from '../../support/server/event-stream.ts';
import { emit } from '../../support/shop/webhooks.ts';

const dayMs = 24 * 3_600_000;
const inLines = { accept: 'application/x-ndjson' };

type Stream = ReturnType<typeof listen>;

/** The objects of a stream of JSON lines. */
const readLines = (stream: Stream) =>
  stream
    .text()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Waits until the stream has sent an event with this name, and returns the names of all. */
async function namesUntil(stream: Stream, last: string) {
  await expect.poll(stream.names).toContain(last);
  return stream.names();
}

const emitNamed = async (shop: TestApp, ...names: string[]): Promise<void> => {
  for (const name of names) await emit(shop, 'lead.captured', { name });
};

test('JSON lines have the payloads of the server-sent events, one a line', async () => {
  const shop = await openWorkspace();
  const asEvents = listen(shop.api);
  const asLines = listen(shop.api, '', inLines);
  const asJsonl = listen(shop.api, '', { accept: 'text/html, application/jsonl;q=0.9' });
  for (const stream of [asEvents, asLines, asJsonl]) await expect.poll(stream.status).toBe(200);
  expect(asEvents.type()).toBe('text/event-stream; charset=utf-8');
  expect([asLines.type(), asJsonl.type()]).toEqual(['application/x-ndjson', 'application/jsonl']);
  await emitNamed(shop, 'Ana', 'Bia');
  for (const stream of [asEvents, asLines, asJsonl]) await namesUntil(stream, 'Bia');
  const payloads = [...asEvents.text().matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  expect(payloads).toMatchObject([{ id: expect.stringMatching(/^evt_/), type: 'lead.captured' }, {}]);
  expect(readLines(asLines)).toEqual(payloads);
  expect(asJsonl.text()).toBe(asLines.text());
});

test('a stream since a time begins with the first event at that time, in UTC or a day of the workspace', async () => {
  // São Paulo is three hours behind UTC: at 02:30 UTC it is still the day before.
  const clock = new ManualClock('2026-11-21T02:30:00.000Z');
  const shop = await startApp({ clock });
  await emitNamed(shop, 'Ana');
  clock.advance(3_600_000);
  await emitNamed(shop, 'Bia');
  const begin = (since: string) => listen(shop.api, `?since=${encodeURIComponent(since)}`, inLines);
  const streams: [string, Stream, string[]][] = [
    ['a time', begin('2026-11-21T03:30:00Z'), ['Bia', 'Caio']],
    ['a time with an offset', begin('2026-11-20T23:30:00-03:00'), ['Ana', 'Bia', 'Caio']],
    ['a day', begin('2026-11-21'), ['Bia', 'Caio']],
    ['before the shop', begin('2020-01-01T00:00:00Z'), ['Ana', 'Bia', 'Caio']],
    ['later than now', begin('2026-12-01T00:00:00Z'), ['Caio']],
  ];
  for (const [, stream] of streams) await expect.poll(stream.text).not.toBe('');
  await emitNamed(shop, 'Caio');
  for (const [name, stream, names] of streams) {
    expect([name, await namesUntil(stream, 'Caio')]).toEqual([name, names]);
    // Nothing of this shop is older than the log.
    expect(stream.text()).not.toContain('"gap"');
  }
});

test('an event that the log no longer has resumes with a gap, and then with all that it has', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  await emitNamed(shop, 'Ana');
  const [old] = await shop.events('lead.captured');
  clock.advance(200 * dayMs);
  await deleteExpired(shop.app.platform, platformRetention);
  await emitNamed(shop, 'Bia');
  const keptSince = new Date(clock.now().getTime() - 90 * dayMs).toISOString();
  const gap = {
    type: 'gap',
    after: old?.id,
    missingFrom: expect.stringMatching(/^20\d\d-.*Z$/),
    resumesAt: keptSince,
    detail: expect.stringContaining('Read again what you keep of this shop'),
  };
  const lines = listen(shop.api, `?after=${old?.id}`, inLines);
  const events = listen(shop.api, '', { 'last-event-id': old?.id ?? '' });
  for (const stream of [lines, events]) expect(await namesUntil(stream, 'Bia')).toEqual(['Bia']);
  expect(readLines(lines)).toEqual([gap, expect.objectContaining({ type: 'lead.captured' })]);
  const [, written] = /^retry: 2000\n\nevent: gap\ndata: (.*)\n\nid: evt_/.exec(events.text()) ?? [];
  expect(JSON.parse(written ?? 'null')).toEqual(gap);
  const since = listen(shop.api, '?since=2026-11-21T12:00:00Z', inLines);
  expect(await namesUntil(since, 'Bia')).toEqual(['Bia']);
  expect(readLines(since)[0]).toEqual({ ...gap, after: null, missingFrom: '2026-11-21T12:00:00.000Z' });
  const kept = listen(shop.api, `?since=${keptSince}`, inLines);
  expect(await namesUntil(kept, 'Bia')).toEqual(['Bia']);
  expect(kept.text()).not.toContain('"gap"');
});

test('an unknown event resumes with a gap at the time in its id, on the console’s stream too', async () => {
  const shop = await openWorkspace();
  const other = await shop.otherWorkspace();
  await emitNamed(shop, 'Ana');
  const [first] = await shop.events('lead.captured');
  await expect.poll(Date.now).toBeGreaterThan(Date.parse(first?.occurredAt ?? ''));
  const unknown = newId('evt');
  await emitNamed(shop, 'Bia');
  const desk = await signIn(shop);
  const streams = [
    listen(shop.api, `?after=${unknown}`, inLines),
    // Browsers reconnect to the address that they were given, with the header.
    listen(shop.api, '?since=2020-01-01', { ...inLines, 'last-event-id': unknown }),
  ];
  for (const stream of streams) {
    expect(await namesUntil(stream, 'Bia')).toEqual(['Bia']);
    expect(readLines(stream)[0]).toMatchObject({ type: 'gap', after: unknown, missingFrom: null });
  }
  const ofConsole = listen(desk, '', { ...desk.headers, 'last-event-id': unknown }, '/owner/events/stream');
  await expect.poll(ofConsole.text).toContain('event: gap\ndata: {"type":"gap"');
  // The event of one workspace is unknown to another.
  const elsewhere = listen(other, `?after=${first?.id}`, inLines);
  await expect.poll(elsewhere.text).toContain('"gap"');
  const none = listen(shop.api, '?after=nothing', inLines);
  await expect.poll(none.text).toContain('"gap"');
  expect(readLines(none)).toMatchObject([{ type: 'gap', after: 'nothing', missingFrom: null }]);
  await emitNamed(shop, 'Caio');
  expect(await namesUntil(none, 'Caio')).toEqual(['Caio']);
  expect(elsewhere.names()).toEqual([]);
});

test('a stream is refused with the field when its start is no time, or given twice', async () => {
  const { api } = await openWorkspace();
  const cases = [
    ['since=yesterday', 'query.since'],
    ['since=2026-11-21T12:00:00', 'query.since'],
    [`after=${newId('evt')}&since=2026-11-21`, 'query.since'],
    [`after=${'x'.repeat(65)}`, 'query.after'],
    ['types=order.lost', 'query.types[0]'],
  ];
  for (const [query, field] of cases) {
    const { status, body } = await api.get(`${streamPath}?${query}`);
    expect([query, status, body.errors[0].field]).toEqual([query, 400, field]);
  }
});

test('an attendant gets neither the past of the log nor events that only the owner sees, and gets the events missed during a lost connection', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const owner = await signIn(shop);
  const { client: attendant } = await addPerson(owner, 'Ana');
  const follow = (who: ConsoleClient, query: string, headers: Record<string, string> = {}) =>
    listen(who, query, { ...who.headers, ...inLines, ...headers }, '/owner/events/stream');
  await emitNamed(shop, 'Old');
  const [old] = await shop.events('lead.captured');
  await emitNamed(shop, 'Lost');
  await clock.advance(11 * 60_000);
  await emitNamed(shop, 'Recent');
  const [, , recent] = await shop.events('lead.captured');
  await clock.advance(9 * 60_000);
  await emitNamed(shop, 'Missed');
  expect((await owner.get('/api/contacts/export?acknowledged=true')).status).toBe(200);
  for (const since of ['2020-01-01', clock.now().toISOString()]) {
    const refused = await attendant.get(`/owner/events/stream?since=${since}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
  }
  const missed = follow(attendant, `?after=${recent?.id}`);
  expect(await namesUntil(missed, 'Missed')).toEqual(['Missed']);
  const starts = { known: old?.id ?? '', unknown: 'evt_01h455vb4pex5vsknk084sn02q' };
  for (const [name, after] of Object.entries(starts)) {
    for (const stream of [follow(attendant, `?after=${after}`), follow(attendant, '', { 'last-event-id': after })]) {
      expect([name, await namesUntil(stream, 'Missed')]).toEqual([name, ['Recent', 'Missed']]);
      const detail = expect.stringContaining('the last 10 minutes');
      expect(readLines(stream)[0]).toMatchObject({ type: 'gap', after, detail });
      expect(stream.text()).not.toContain('contacts.exported');
    }
  }
  const whole = follow(owner, '?since=2020-01-01');
  await expect.poll(whole.text).toContain('contacts.exported');
  expect(whole.names()).toEqual(expect.arrayContaining(['Old', 'Lost', 'Recent', 'Missed']));
  // New events.
  const live = follow(attendant, '');
  await expect.poll(live.status).toBe(200);
  expect((await owner.get('/api/contacts/export?acknowledged=true')).status).toBe(200);
  await emitNamed(shop, 'New');
  expect(await namesUntil(live, 'New')).toEqual(['New']);
  expect(live.text()).not.toContain('contacts.exported');
});
