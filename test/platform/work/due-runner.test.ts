import { expect, onTestFinished, test } from 'vitest';
import { secondMs } from '../../../server/platform/durations.ts';
import { DueRunner, type DueWork } from '../../../server/platform/work/due-runner.ts';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { startPlatform } from '../../support/server/platform.ts';

interface Row {
  id: string;
  person: string;
  dueMs: number;
}

const row = (id: string): Row => ({ id, person: id, dueMs: 0 });

/** A runner over rows in memory; each is under way until the test ends it. */
async function openRunner(options: Partial<DueWork<Row>> = {}, pace = {}) {
  const { platform, clock } = await startPlatform();
  const startMs = clock.now().getTime();
  const rows: Row[] = [];
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let reads = 0;
  const runner = new DueRunner<Row>(
    platform,
    {
      name: 'test',
      room: (underWay) => 2 - underWay,
      next: () => {
        reads += 1;
        return rows.toSorted((a, b) => a.dueMs - b.dueMs);
      },
      keyOf: ({ person }) => person,
      dueMs: (row) => row.dueMs,
      perform: ({ id }) => {
        begun.push(id);
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        ends.set(id, { resolve, reject });
        return promise;
      },
      fail: async () => {},
      ...options,
    },
    pace,
  );
  onTestFinished(() => {
    for (const { resolve } of ends.values()) resolve();
    return runner.stop();
  });
  runner.start();
  const look = async () => {
    runner.wake();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    platform,
    runner,
    begun,
    look,
    reads: () => reads,
    /** `name` is of the row and, up to a dot, of the person. */
    add: (name: string, dueMs = 0) =>
      rows.push({ id: name, person: name.split('.')[0] as string, dueMs: startMs + dueMs }),
    async end(id: string, error?: Error) {
      rows.splice(
        rows.findIndex((row) => row.id === id),
        error ? 0 : 1,
      );
      if (error) ends.get(id)?.reject(error);
      else ends.get(id)?.resolve();
      await look();
    },
    async pass(ms: number) {
      clock.advance(ms);
      await look();
    },
  };
}

test('begins as many rows as there is room for, the earliest first, and the next when one has ended', async () => {
  const { add, begun, look, end } = await openRunner();
  add('b', -1);
  add('c');
  add('a', -2);
  await look();
  expect(begun).toEqual(['a', 'b']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('of rows with one key, one is under way at a time', async () => {
  const { add, begun, look, end } = await openRunner();
  add('maria.1', -2);
  add('maria.2', -1);
  add('joao.1');
  await look();
  expect(begun).toEqual(['maria.1', 'joao.1']);
  await end('maria.1');
  expect(begun).toEqual(['maria.1', 'joao.1', 'maria.2']);
});

test('a row waits for its moment, and nobody has to wake the runner then', async () => {
  const { add, begun, look, pass } = await openRunner();
  add('a', 60 * secondMs);
  await look();
  await pass(59 * secondMs);
  expect(begun).toEqual([]);
  await pass(secondMs);
  expect(begun).toEqual(['a']);
});

test('rows that were read ahead are begun without another read, until the runner is told to reload', async () => {
  const { add, look, end, reads, runner } = await openRunner({}, { readsAhead: true });
  for (const name of ['a', 'b', 'c', 'd', 'e']) add(name);
  await look();
  const before = reads();
  await end('a');
  await end('b');
  expect(reads()).toBe(before);
  runner.reload();
  await end('c');
  expect(reads()).toBeGreaterThan(before);
});

test('a row that is due is not kept waiting by a later one that was read ahead', async () => {
  const { add, begun, look } = await openRunner({}, { readsAhead: true });
  add('late', 60 * secondMs);
  await look();
  add('now');
  await look();
  expect(begun).toEqual(['now']);
});

test('rows are claimed together before any of them is performed', async () => {
  const order: string[] = [];
  const { look } = await openRunner({
    claim: async (rows) => void order.push(`claim ${rows.map(({ id }) => id)}`),
    perform: async ({ id }) => void order.push(`perform ${id}`),
    next: () => (order.length === 0 ? [row('a'), row('b')] : []),
  });
  await look();
  expect(order).toEqual(['claim a,b', 'perform a', 'perform b']);
});

test('an unexpected failure is recorded; where it cannot be recorded, the runner rests for five seconds', async () => {
  const failed: string[] = [];
  let isBroken = false;
  const { add, begun, look, end, pass } = await openRunner({
    fail: async ({ id }, error) => {
      if (isBroken) throw new Error('disk full');
      failed.push(`${id}: ${error.message}`);
    },
  });
  add('a');
  await look();
  await end('a', new Error('oops'));
  expect(failed).toEqual(['a: oops']);
  expect(begun).toEqual(['a', 'a']);
  isBroken = true;
  await end('a', new Error('again'));
  await look();
  expect(begun).toHaveLength(2);
  await pass(5 * secondMs);
  expect(begun).toHaveLength(3);
});

test('nothing is begun while sending is paused, and what waited is begun when it is resumed', async () => {
  const { platform, add, begun, look } = await openRunner();
  await platform.write(({ db }) => setSendingPaused(db, true));
  add('a');
  await look();
  expect(begun).toEqual([]);
  await platform.write(({ db }) => setSendingPaused(db, false));
  await look();
  expect(begun).toEqual(['a']);
});

test('a row outside of the schedule is refused while its key is under way', async () => {
  const { add, look, runner, begun } = await openRunner();
  add('a');
  await look();
  expect(await runner.performNow('a', async () => void begun.push('a by hand'))).toBe(false);
  expect(await runner.performNow('b', async () => void begun.push('b by hand'))).toBe(true);
  await expect(runner.performNow('b', () => Promise.reject(new Error('oops')))).rejects.toThrow('oops');
  expect(begun).toEqual(['a', 'b by hand']);
});

test('a stop aborts what is under way and waits for its end; a failure of then is not recorded', async () => {
  const failed: string[] = [];
  const { add, look, runner } = await openRunner({
    perform: (_row, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    fail: async ({ id }) => void failed.push(id),
  });
  add('a');
  await look();
  await runner.stop();
  expect(failed).toEqual([]);
});

test('a stop with a limit aborts nothing and waits no longer than that', async () => {
  let aborted: boolean | undefined;
  const { add, look, runner } = await openRunner(
    {
      perform: (_row, signal) => {
        aborted = signal.aborted;
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise(() => {});
      },
    },
    { stopsWithinMs: 1 },
  );
  add('a');
  await look();
  await runner.stop();
  expect(aborted).toBe(false);
});

test('a row in which the process died three times is set aside and never performed', async () => {
  const setAside: string[] = [];
  const { platform, begun, look } = await openRunner({
    next: () => (setAside.length === 0 ? [row('bad')] : []),
    itemOf: ({ id }) => ({ kind: 'delivery', key: id }),
    setAside: async ({ id }) => void setAside.push(id),
  });
  platform.running.suspects.isPoison = ({ key }) => key === 'bad';
  await look();
  expect(setAside).toEqual(['bad']);
  expect(begun).toEqual([]);
});
