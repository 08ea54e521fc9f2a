import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { asJob } from '../../../server/http/area.ts';
import { cancelJob, defineJob, insertJob, type Job, type JobOptions } from '../../../server/platform/work/jobs.ts';
import { startPlatform, type TestPlatform } from '../../support/server/platform.ts';

const Input = z.object({ word: z.string() });

/** A job that records its inputs and fails its first `failures` attempts. */
function makeJob(failures = 0, maxAttempts = 3) {
  const runs: { word: string; attempt: number }[] = [];
  const job = defineJob({
    name: 'say',
    input: Input,
    maxAttempts,
    async run({ input, attempt }) {
      runs.push({ word: input.word, attempt });
      if (attempt <= failures) throw new Error('not yet, whsec_abc123');
    },
  });
  return { job, runs };
}

const enqueue = <T>({ platform, workspace }: TestPlatform, job: Job<T>, input: T, options?: JobOptions) =>
  platform.write((work) => insertJob(work, workspace.id, job, input, options));

const rowsOf = ({ platform }: TestPlatform, name = 'say') =>
  platform.database.read.selectFrom('jobs').selectAll().where('name', '=', name).orderBy('id').execute();

test('runs a queued job once', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  await enqueue(started, job, { word: 'hello' });
  await started.platform.jobs.idle();
  expect(runs).toEqual([{ word: 'hello', attempt: 1 }]);
  expect(await rowsOf(started)).toMatchObject([{ status: 'DONE', progress: 100, attempts: 1 }]);
});

test('does not run a job whose transaction was rolled back', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  const undone = started.platform.write(async (work) => {
    await insertJob(work, null, job, { word: 'lost' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await started.platform.jobs.idle();
  expect(runs).toEqual([]);
});

test('survives a full disk on which no job can be claimed, and runs the job once there is room', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  const { platform, clock } = started;
  const runAt = new Date(clock.now().getTime() + 60_000);
  await enqueue(started, job, { word: 'later' }, { runAt });
  await platform.jobs.idle();
  const write = vi.spyOn(platform.database, 'write').mockRejectedValue(new Error('disk full'));
  clock.advance(60_000);
  await platform.jobs.idle();
  clock.advance(5_000);
  await platform.jobs.idle();
  expect(write).toHaveBeenCalledTimes(2);
  write.mockRestore();
  clock.advance(4_999);
  await platform.jobs.idle();
  expect(runs).toEqual([]);
  clock.advance(1);
  await platform.jobs.idle();
  expect(runs).toHaveLength(1);
});

test('runs a job at its moment', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  const runAt = new Date(started.clock.now().getTime() + 60_000);
  await enqueue(started, job, { word: 'later' }, { runAt });
  await started.platform.jobs.idle();
  started.clock.advance(59_999);
  await started.platform.jobs.idle();
  expect(runs).toEqual([]);
  started.clock.advance(1);
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(1);
});

test('retries a failing job with doubling waits', async () => {
  const { job, runs } = makeJob(2);
  const started = await startPlatform({ jobs: [asJob(job)] });
  await enqueue(started, job, { word: 'again' });
  await started.platform.jobs.idle();
  started.clock.advance(999);
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(1);
  started.clock.advance(1);
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(2);
  started.clock.advance(1_999);
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(2);
  started.clock.advance(1);
  await started.platform.jobs.idle();
  expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3]);
  expect(await rowsOf(started)).toMatchObject([{ status: 'DONE', error: null }]);
});

test('fails a job after its last attempt and stores the redacted error', async () => {
  const { job, runs } = makeJob(99, 2);
  const started = await startPlatform({ jobs: [asJob(job)] });
  await enqueue(started, job, { word: 'never' });
  for (let round = 0; round < 4; round++) {
    await started.platform.jobs.idle();
    started.clock.advance(600_000);
  }
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(2);
  expect(await rowsOf(started)).toMatchObject([{ status: 'FAILED', error: 'not yet, [secret]' }]);
});

test('queues one job per key, also when the first is done', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  await Promise.all([1, 2, 3].map(() => enqueue(started, job, { word: 'once' }, { key: 'wish' })));
  await started.platform.jobs.idle();
  await enqueue(started, job, { word: 'once' }, { key: 'wish' });
  await started.platform.jobs.idle();
  expect(runs).toHaveLength(1);
});

test('does not run a cancelled job', async () => {
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(job)] });
  const runAt = new Date(started.clock.now().getTime() + 60_000);
  await enqueue(started, job, { word: 'cancelled' }, { key: 'visit', runAt });
  await started.platform.write(({ db }) => cancelJob(db, 'visit'));
  started.clock.advance(60_000);
  await started.platform.jobs.idle();
  expect(runs).toEqual([]);
});

test('reclaims the jobs of a crashed process, whatever their lease', async () => {
  const { job, runs } = makeJob();
  const first = await startPlatform();
  await enqueue(first, job, { word: 'resumed' });
  await first.platform.jobs.idle();
  const lease = new Date(first.clock.now().getTime() + 3_600_000).toISOString();
  const runAt = first.clock.now().toISOString();
  const crashed = { status: 'RUNNING', owner: 'boot_dead', lease_until: lease, attempts: 1, run_at: runAt } as const;
  await first.platform.write(({ db }) => db.updateTable('jobs').set(crashed).where('name', '=', 'say').execute());
  await first.stop();

  const second = await startPlatform({ home: first.home, clock: first.clock, jobs: [asJob(job)] });
  await second.platform.jobs.idle();
  expect(runs).toEqual([{ word: 'resumed', attempt: 2 }]);
  expect(await rowsOf(second)).toMatchObject([{ status: 'DONE' }]);
});

test('writes a job’s final changes in the transaction that marks it done', async () => {
  const job = defineJob({
    name: 'say',
    input: Input,
    async run({ input }) {
      return async ({ db }) => {
        await db.insertInto('settings').values({ key: input.word, value: 'x' }).execute();
      };
    },
  });
  const started = await startPlatform({ jobs: [asJob(job)] });
  const written = () =>
    started.platform.database.read.selectFrom('settings').selectAll().where('key', '=', 'ended').execute();
  // Like a crash between the two: the job cannot be marked.
  const refuse = sql`create trigger refuse before update on jobs when new.status = 'DONE'
    begin select raise(abort, 'not marked'); end`;
  await started.platform.write(({ db }) => refuse.execute(db));
  await enqueue(started, job, { word: 'ended' });
  await started.platform.jobs.idle();
  expect(await written()).toEqual([]);
  expect(await rowsOf(started)).toMatchObject([{ status: 'PENDING', error: 'not marked' }]);
  await started.platform.write(({ db }) => sql`drop trigger refuse`.execute(db));
  started.clock.advance(1_000);
  await started.platform.jobs.idle();
  expect(await written()).toHaveLength(1);
  expect(await rowsOf(started)).toMatchObject([{ status: 'DONE' }]);
});

test('resumes a job interrupted by a stop at the next start, without counting the attempt', async () => {
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const endless = defineJob({
    name: 'say',
    input: Input,
    run: ({ signal }) =>
      new Promise<void>((_resolve, reject) => {
        begun();
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  const first = await startPlatform({ jobs: [asJob(endless)] });
  await enqueue(first, endless, { word: 'interrupted' });
  await hasBegun;
  await first.stop();

  const { job, runs } = makeJob();
  const second = await startPlatform({ home: first.home, clock: first.clock, jobs: [asJob(job)] });
  await second.platform.jobs.idle();
  expect(runs).toEqual([{ word: 'interrupted', attempt: 1 }]);
});

test('an announced stop interrupts a running job at once, and starts no other', async () => {
  const began: string[] = [];
  const job = defineJob({
    name: 'say',
    input: Input,
    async run({ input, signal }) {
      began.push(input.word);
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const started = await startPlatform({ jobs: [asJob(job)] });
  await enqueue(started, job, { word: 'first' });
  await vi.waitFor(() => expect(began).toEqual(['first']));
  // What follows before `stop`, such as the closing of connections, may take seconds.
  started.platform.announceStop();
  await enqueue(started, job, { word: 'second' });
  await started.platform.jobs.idle();
  expect(began).toEqual(['first']);
  expect(await rowsOf(started)).toMatchObject([
    { status: 'PENDING', attempts: 0 },
    { status: 'PENDING', attempts: 0 },
  ]);
});

test('limits the concurrent jobs of a kind and runs others next to them', async () => {
  const running: string[] = [];
  let most = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const heavy = defineJob({
    name: 'heavy',
    input: Input,
    maxRunning: 2,
    async run({ input }) {
      running.push(input.word);
      most = Math.max(most, running.length);
      await held;
      running.pop();
    },
  });
  const { job, runs } = makeJob();
  const started = await startPlatform({ jobs: [asJob(heavy), asJob(job)] });
  for (const word of ['a', 'b', 'c', 'd', 'e']) await enqueue(started, heavy, { word });
  await enqueue(started, job, { word: 'light' });
  await expect.poll(() => runs).toHaveLength(1);
  expect(running).toEqual(['a', 'b']);
  release();
  await started.platform.jobs.idle();
  expect(most).toBe(2);
  expect((await rowsOf(started, 'heavy')).map(({ status }) => status)).toEqual(Array(5).fill('DONE'));
});
