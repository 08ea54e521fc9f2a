import { expect, test } from 'vitest';
import { z } from 'zod';
import { asJob } from '../../../server/http/area.ts';
import { createLoginToken, useLoginToken } from '../../../server/platform/access/console-sessions.ts';
import { ensureCertificate } from '../../../server/platform/net/tls.ts';
import { defineJob, insertJob } from '../../../server/platform/work/jobs.ts';
import { openFlows, say, step } from '../../areas/flows/support.ts';
import { openAnsweringShop } from '../../areas/replies/support.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { startPlatform } from '../../support/server/platform.ts';
import { bind, install, newestJob } from '../../support/shop/integrations.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const wrong = '2026-11-24T12:00:00.000Z';
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** Sets the clock back by three days; resolves when an earlier wait is due by the corrected clock. */
async function putRight(clock: ManualClock, dueAt: () => Promise<string | null | undefined>): Promise<void> {
  clock.advance(-3 * dayMs);
  await eventually(async () => {
    const at = await dueAt();
    return at && Date.parse(at) - clock.now().getTime() < dayMs;
  }, 30_000);
}

test.each(['while it runs', 'while it is stopped'])(
  'a delivery waits no longer for its next attempt when the clock is set back %s',
  async (when) => {
    const clock = new ManualClock(wrong);
    let shop = await startApp({ clock });
    const sink = await startSink();
    sink.answerWith({ status: 500 });
    await subscribe(shop.api, sink.url);
    await emit(shop);
    await newestDelivery(shop, 'RETRYING');
    if (when === 'while it is stopped') {
      await shop.app.stop();
      clock.advance(-3 * dayMs);
      shop = await startApp({ clock, home: shop.home });
    } else {
      await putRight(clock, async () => (await newestDelivery(shop, 'RETRYING')).nextAttemptAt);
    }
    const { nextAttemptAt } = await newestDelivery(shop, 'RETRYING', 1);
    const leftMs = Date.parse(nextAttemptAt) - clock.now().getTime();
    expect(leftMs).toBeGreaterThan(4_000);
    expect(leftMs).toBeLessThan(6_000);
    clock.advance(6_000);
    await newestDelivery(shop, 'RETRYING', 2);
    expect(sink.requests).toHaveLength(2);
  },
);

test('a sync waits no longer for its next attempt when the clock is set back', async () => {
  const clock = new ManualClock(wrong);
  const endpoint = await startRestEndpoint(secret);
  const app = await startApp({ clock });
  const made = await install(app.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const binding = await bind(app.api, made.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 503 }];
  await emit(app);
  await newestJob(app, binding.id, 'RETRYING', 1);
  await putRight(clock, async () => (await newestJob(app, binding.id, 'RETRYING', 1)).nextAttemptAt);
  clock.advance(6_000);
  expect(await newestJob(app, binding.id, 'SUCCEEDED')).toMatchObject({ attemptCount: 2 });
});

const Input = z.object({ word: z.string() });

test.each(['while it runs', 'while it is stopped'])(
  'a retried job waits no longer, and a job queued for a moment keeps it, when the clock is set back %s',
  async (when) => {
    const runs: string[] = [];
    const say = defineJob({
      name: 'say',
      input: Input,
      async run({ input, attempt }) {
        runs.push(input.word);
        if (attempt < 3) throw new Error('not yet');
      },
    });
    const clock = new ManualClock(wrong);
    let { platform, home, stop, workspace } = await startPlatform({ clock, jobs: [asJob(say)] });
    const runAt = new Date(clock.now().getTime() + hourMs);
    await platform.write(async (work) => {
      await insertJob(work, workspace.id, say, { word: 'again' });
      await insertJob(work, workspace.id, say, { word: 'at one' }, { runAt });
    });
    const again = () => platform.database.read.selectFrom('jobs').selectAll().where('run_at', '<', runAt.toISOString());
    await eventually(async () => (await again().executeTakeFirst())?.error);
    if (when === 'while it runs') {
      await putRight(clock, async () => (await again().executeTakeFirst())?.run_at);
    } else {
      await stop();
      clock.advance(-3 * dayMs);
      ({ platform, home, stop, workspace } = await startPlatform({ clock, home, jobs: [asJob(say)] }));
    }
    clock.advance(2_000);
    await eventually(async () => runs.length === 2);
    clock.advance(3_000);
    await eventually(async () => runs.length === 3);
    clock.advance(2 * hourMs);
    await platform.jobs.idle();
    expect(runs).toEqual(['again', 'again', 'again']);
    clock.advance(3 * dayMs);
    await eventually(async () => runs.at(-1) === 'at one');
  },
);

test('a job that was not started yet starts when the clock was set back while the server was stopped', async () => {
  const runs: string[] = [];
  const say = defineJob({
    name: 'say',
    input: Input,
    run: async ({ input }) => void runs.push(input.word),
  });
  const clock = new ManualClock(wrong);
  const first = await startPlatform({ clock });
  await first.platform.jobs.stop();
  await first.platform.write((work) => insertJob(work, first.workspace.id, say, { word: 'now' }));
  await first.stop();
  clock.advance(-3 * dayMs);
  await startPlatform({ clock, home: first.home, jobs: [asJob(say)] });
  await eventually(async () => runs.length === 1);
});

test('a customer gets a reply when the clock is set back', async () => {
  const shop = await openAnsweringShop({ start: '2026-11-24T23:00:00.000Z', behavior: { debounceMs: 3_000 } });
  await shop.say('Qual o endereço?');
  await shop.settle();
  expect(await shop.heard()).toEqual([]);
  const { read } = shop.shop.app.platform.database;
  await putRight(shop.clock, async () => (await read.selectFrom('reply_turns').selectAll().executeTakeFirst())?.due_at);
  shop.clock.advance(3_000);
  await eventually(async () => (await shop.heard()).length > 0);
});

test('a flow waits its full duration, or until its moment, when the clock is set back', async () => {
  const { clock, launch, says, heard, runs, pass } = await openFlows();
  clock.advance(3 * dayMs);
  const path = await launch([step('w', 'wait', { seconds: 3_600 }, 'a'), say('a', 'Uma hora')]);
  await says('oi');
  const until = '2026-11-25T09:00:00-03:00';
  const other = await launch([step('w', 'wait', { until }, 'a'), say('a', 'Às nove')], {
    type: 'keyword',
    words: ['nove'],
  });
  await says('nove', '+5521998765432');
  await putRight(clock, async () => (await runs(path))[0].dueAt);
  expect(Date.parse((await runs(path))[0].dueAt) - clock.now().getTime()).toBe(hourMs);
  expect((await runs(other))[0].dueAt).toBe(new Date(until).toISOString());
  await pass(hourMs);
  expect(await heard()).toEqual(['Uma hora']);
  expect(await heard('+5521998765432')).toEqual([]);
  await pass(5 * dayMs);
  expect(await heard('+5521998765432')).toEqual(['Às nove']);
});

test('a login link created under a clock that was ahead expires on time', async () => {
  const { platform, clock } = await startPlatform();
  clock.advance(3 * dayMs);
  const make = () => platform.write(({ db, now }) => createLoginToken(db, now));
  const use = (token: string) => platform.write(({ db, now }) => useLoginToken(db, token, now));
  const [early, late] = [await make(), await make()];
  expect(await use(early)).toBe(true);
  clock.advance(-3 * dayMs);
  expect(await use(late)).toBe(false);
  expect(await use(await make())).toBe(true);
});

test('a certificate created under a clock that was ahead is replaced', async () => {
  const home = await temporaryFolder();
  const now = new Date('2026-11-21T12:00:00.000Z');
  const ahead = await ensureCertificate(home, new Date(now.getTime() + 3 * dayMs));
  const right = await ensureCertificate(home, now);
  expect(right.fingerprint).not.toBe(ahead.fingerprint);
  expect(Date.parse(right.validFrom)).toBeLessThan(now.getTime());
  expect(await ensureCertificate(home, now)).toEqual(right);
});
