import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineLogEntry } from '../../../server/platform/work/define-event.ts';
import type { Subscriber } from '../../../server/platform/work/dispatcher.ts';
import type { EventRecord } from '../../../server/platform/work/events.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { startPlatform, type TestPlatform } from '../../support/server/platform.ts';

const numbered = defineLogEntry('order.created', z.object({ number: z.int() }));

const emit = ({ platform, workspace }: TestPlatform, ...numbers: number[]) =>
  platform.work(workspace, systemActor, async (work) => {
    for (const number of numbers) await work.emit(numbered, { number });
  });

/** Writes each received event to `settings`; fails for events chosen by `fails`. */
function makeSubscriber(fails: (event: EventRecord) => boolean = () => false) {
  let calls = 0;
  const subscriber: Subscriber = {
    name: 'notes',
    async handle(events, { db }) {
      calls += 1;
      for (const event of events) {
        await db
          .insertInto('settings')
          .values({ key: `got-${event.data.number}`, value: event.id })
          .execute();
        if (fails(event)) throw new Error('cannot');
      }
    },
  };
  return { subscriber, countCalls: () => calls };
}

async function received({ platform }: TestPlatform): Promise<string[]> {
  await platform.dispatcher.idle();
  const rows = await platform.database.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'got-%')
    .orderBy('key')
    .execute();
  return rows.map((row) => row.key);
}

async function passSeconds(started: TestPlatform, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await started.platform.dispatcher.idle();
    started.clock.advance(1_000);
  }
  await started.platform.dispatcher.idle();
}

test('delivers every committed event to a subscriber once', async () => {
  const started = await startPlatform({ subscribers: [makeSubscriber().subscriber] });
  await emit(started, 1, 2);
  await emit(started, 3);
  expect(await received(started)).toEqual(['got-1', 'got-2', 'got-3']);
});

test('does not deliver an event that was rolled back', async () => {
  const { subscriber, countCalls } = makeSubscriber();
  const started = await startPlatform({ subscribers: [subscriber] });
  const undone = started.platform.work(started.workspace, systemActor, async (work) => {
    await work.emit(numbered, { number: 1 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await received(started)).toEqual([]);
  expect(countCalls()).toBe(0);
});

test('writes exactly once when a subscriber throws halfway', async () => {
  let broken = true;
  const { subscriber } = makeSubscriber((event) => broken && event.data.number === 2);
  const started = await startPlatform({ subscribers: [subscriber] });
  await emit(started, 1, 2, 3);
  expect(await received(started)).toEqual([]);
  await passSeconds(started, 2);
  expect(await received(started)).toEqual(['got-1']);
  broken = false;
  await passSeconds(started, 1);
  expect(await received(started)).toEqual(['got-1', 'got-2', 'got-3']);
});

test('sets aside an event that fails five times, continues with the rest, and delivers it on request', async () => {
  let broken = true;
  const { subscriber } = makeSubscriber((event) => broken && event.data.number === 2);
  const started = await startPlatform({ subscribers: [subscriber] });
  await emit(started, 1, 2, 3);
  await passSeconds(started, 10);
  expect(await received(started)).toEqual(['got-1', 'got-3']);
  await emit(started, 4);
  expect(await received(started)).toEqual(['got-1', 'got-3', 'got-4']);
  const { suspects } = started.platform.running;
  const [item, ...others] = await suspects.list(started.clock.now().toISOString());
  expect([item?.kind, others]).toEqual(['event', []]);
  broken = false;
  expect(await suspects.retry(item?.id ?? '', started.clock.now().toISOString())).toBe(true);
  expect(await received(started)).toEqual(['got-1', 'got-2', 'got-3', 'got-4']);
  expect(await suspects.list(started.clock.now().toISOString())).toEqual([]);
});

test('keeps an event set aside when the server dies in its retry', async () => {
  const { subscriber } = makeSubscriber((event) => event.data.number === 2);
  const started = await startPlatform({ subscribers: [subscriber] });
  await emit(started, 1, 2);
  await passSeconds(started, 10);
  const { suspects } = started.platform.running;
  const list = () => suspects.list(started.clock.now().toISOString());
  const [{ key = '', id = '' } = {}] = await list();
  const entry = { kind: 'event', key, state: 'alone', order: 0 } as const;
  await suspects.start({ hungAt: null, entries: [entry] }, started.clock.now().toISOString(), '1');
  expect(await list()).toMatchObject([{ id, key, deaths: 1 }]);
});

test('isolates a failing event quickly behind many good ones', async () => {
  const { subscriber } = makeSubscriber((event) => event.data.number === 99);
  const started = await startPlatform({ subscribers: [subscriber] });
  await emit(started, ...Array.from({ length: 100 }, (_, index) => index), 100);
  await passSeconds(started, 10);
  expect(await received(started)).toHaveLength(100);
});

test('does not delay other subscribers when one fails', async () => {
  const failing: Subscriber = {
    name: 'failing',
    async handle() {
      throw new Error('always');
    },
  };
  const started = await startPlatform({ subscribers: [failing, makeSubscriber().subscriber] });
  await emit(started, 1);
  expect(await received(started)).toEqual(['got-1']);
});

test('continues at its cursor after a restart, and starts a new subscriber after the newest event', async () => {
  const first = await startPlatform();
  await emit(first, 1);
  await first.stop();
  const options = { home: first.home, clock: first.clock, subscribers: [makeSubscriber().subscriber] };
  const second = await startPlatform(options);
  await emit(second, 2);
  expect(await received(second)).toEqual(['got-2']);
  await second.stop();

  const withoutIt = await startPlatform({ home: first.home, clock: first.clock });
  await emit(withoutIt, 3);
  await withoutIt.stop();
  expect(await received(await startPlatform(options))).toEqual(['got-2', 'got-3']);
});
