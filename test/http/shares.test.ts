import { expect, test, vi } from 'vitest';
import { type Answer, type Client, eventually, startApp } from '../support/server/app.ts';
import { areasWith } from '../support/server/areas.ts';
import { ManualClock } from '../support/server/clock.ts';
import { signIn } from '../support/server/console.ts';
import { DearRuns } from '../support/server/dear-runs.ts';
import { openAssistant } from '../support/shop/assistant.ts';

async function open() {
  const runs = new DearRuns();
  const clock = new ManualClock();
  const shop = await startApp({ clock, areas: areasWith({ operations: runs.operations() }) });
  const join = vi.spyOn(shop.app.platform.services.shares, 'join');
  /** Waits until this many calls that may share a run have arrived. */
  const arrived = (count: number) => eventually(async () => join.mock.calls.length >= count);
  return { ...shop, shop, runs, clock, arrived, another: () => shop.withScopes('contacts.read') };
}

const ask = (client: Client, kind: string, name: string) => client.get(`/api/dear/${kind}?name=${name}`);
const many = (client: Client, kind: string, count: number, name = 'a') =>
  Array.from({ length: count }, () => ask(client, kind, name));
const statuses = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status);

/** Resolves when this many of the calls have a response. */
async function settled(calls: Promise<Answer>[], count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const call of calls) call.then((answer) => answers.push(answer));
  await eventually(async () => answers.length >= count);
  return answers;
}

test('a caller runs as many calls of a dear operation at once as it declares, eight wait, and the rest is refused with 429', async () => {
  const { api, runs } = await open();
  const calls = many(api, 'alone', 12);
  const refused = await settled(calls, 3);
  expect(refused).toHaveLength(3);
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '2']);
  }
  for (let run = 0; run < 9; run++) await runs.end();
  expect((await statuses(calls)).filter((status) => status === 200)).toHaveLength(9);
  expect([runs.mostAtOnce, runs.begun.length]).toEqual([1, 9]);
});

test('a dear call that has waited ten seconds is refused with 429', async () => {
  const { api, runs, clock } = await open();
  const first = ask(api, 'alone', 'a');
  await runs.began(1);
  const waiting = many(api, 'alone', 9);
  // One more than may wait: once it is refused, the others are waiting.
  await settled(waiting, 1);
  clock.advance(10_000);
  expect(await statuses(waiting)).toEqual(Array(9).fill(429));
  await runs.end();
  expect((await first).status).toBe(200);
});

test('a caller never takes all places, so that the dear call of another key runs at once', async () => {
  const { api, runs, another } = await open();
  const calls = many(api, 'wide', 6);
  await runs.began(3);
  const other = ask(await another(), 'wide', 'b');
  await runs.began(4);
  expect(runs.begun).toEqual(['a', 'a', 'a', 'b']);
  for (let run = 0; run < 7; run++) await runs.end();
  expect(await statuses([...calls, other])).toEqual(Array(7).fill(200));
});

test('calls that mostly wait keep the share of their caller and hold up no call of another key', async () => {
  const { api, runs, another } = await open();
  const waiting = [...many(api, 'elsewhere', 12, 'waits'), ...many(await another(), 'elsewhere', 3, 'waits')];
  // Three run and eight wait; the refusal of one proves it.
  expect(await settled(waiting, 1)).toMatchObject([{ status: 429 }]);
  await runs.began(6);
  const others = [...many(api, 'wide', 3), ...many(await another(), 'wide', 1)];
  await runs.began(10);
  expect(runs.begun).toEqual([...Array(6).fill('waits'), ...Array(4).fill('a')]);
  // Nor does it wait for a place.
  waiting.push(ask(await another(), 'elsewhere', 'waits'));
  await runs.began(11);
  for (let run = 0; run < 4; run++) await runs.end('a');
  expect(await statuses(others)).toEqual(Array(4).fill(200));
  for (let run = 0; run < 15; run++) await runs.end('waits');
  expect((await statuses(waiting)).filter((status) => status === 200)).toHaveLength(15);
});

test.each(['uploadCatalog', 'uploadCatalogImages', 'publishAgent'])(
  '%s, which waits for a thread, a model or a queue, takes no place of the pool',
  async (id) => {
    const { app } = await open();
    expect(app.platform.services.operations[id]?.dear).toEqual({ atOnce: 1, waits: true });
  },
);

test('free places go to the callers in turn, however many calls of one wait', async () => {
  const { api, runs, another } = await open();
  const keys = [await another(), await another()] as const;
  const holding = [...many(keys[0], 'wide', 2, 'held'), ...many(keys[1], 'wide', 2, 'held')];
  await runs.began(4);
  // Of ten calls eight wait; the refusal of two proves it.
  const flood = many(api, 'wide', 10, 'flood');
  await settled(flood, 2);
  const third = await another();
  const polite = many(third, 'wide', 10, 'polite');
  await settled(polite, 2);
  for (let run = 0; run < 4; run++) {
    await runs.end('held');
    await runs.began(5 + run);
  }
  expect(runs.begun.slice(4).sort()).toEqual(['flood', 'flood', 'polite', 'polite']);
  for (let run = 0; run < 16; run++) await runs.end();
  await Promise.all([...holding, ...flood, ...polite]);
});

test('an owner at the console is not held up by keys that have taken every place', async () => {
  const { shop, api, runs, another } = await open();
  const keys = [...many(api, 'wide', 3), ...many(await another(), 'wide', 2)];
  await runs.began(4);
  const owner = ask(await signIn(shop), 'wide', 'owner');
  await runs.began(5);
  expect(runs.begun.at(-1)).toBe('owner');
  await runs.end('owner');
  expect((await owner).status).toBe(200);
  for (let run = 0; run < 5; run++) await runs.end();
  await Promise.all(keys);
});

test('the same key has one share for its requests and its assistant', async () => {
  const { shop, runs } = await open();
  const assistant = await openAssistant(shop);
  const first = assistant.use('call_read', { operationId: 'waitAlone', parameters: { name: 'a' } });
  await runs.began(1);
  const waiting = Array.from({ length: 9 }, () =>
    assistant.use('call_read', { operationId: 'waitAlone', parameters: { name: 'b' } }),
  );
  const [refused] = await Promise.race(waiting.map(async (one) => [await one]));
  expect(refused).toMatchObject({ isError: true, value: { code: 'rate_limited', status: 429 } });
  for (let run = 0; run < 9; run++) await runs.end();
  expect((await first).value).toEqual({ run: 1 });
  expect((await Promise.all(waiting)).filter(({ isError }) => !isError)).toHaveLength(8);
  expect(runs.mostAtOnce).toBe(1);
});

test('a call whose caller leaves while it waits does not run', async () => {
  const { api, runs } = await open();
  const headers = { authorization: `Bearer ${api.key}` };
  // Retries, because the server may notice the disconnects too late and run the calls.
  await eventually(async () => {
    runs.begun.length = 0;
    const first = ask(api, 'alone', 'first');
    await runs.began(1);
    const leaving = new AbortController();
    const left = Array.from({ length: 9 }, () =>
      fetch(`${api.url}/api/dear/alone?name=left`, { headers, signal: leaving.signal }).catch(() => null),
    );
    // Once the ninth is refused, eight are waiting.
    expect((await Promise.race(left))?.status).toBe(429);
    leaving.abort();
    await Promise.all(left);
    await api.get('/api/leads');
    const last = eventually(async () => (await ask(api, 'alone', 'last')).status === 200);
    await runs.end('first');
    await runs.endAllUntil(Promise.all([first, last]));
    return !runs.begun.includes('left');
  });
});

test('a file keeps the share of its caller until it is sent, but no place', async () => {
  const { api, runs, another } = await open();
  const file = ask(api, 'file', 'file');
  await runs.began(1);
  const waiting = many(api, 'file', 9, 'next');
  await settled(waiting, 1);
  const others = [...many(api, 'wide', 3), ...many(await another(), 'wide', 1)];
  await runs.began(5);
  expect(runs.begun).toEqual(['file', 'a', 'a', 'a', 'a']);
  for (let run = 0; run < 4; run++) await runs.end('a');
  await runs.end('file');
  for (let run = 0; run < 8; run++) await runs.end('next');
  expect(await statuses([file, ...others])).toEqual(Array(5).fill(200));
  await Promise.all(waiting);
});

test('equal calls of a caller share one run and its result, and others do not', async () => {
  const { api, runs, another, arrived } = await open();
  const equal = many(api, 'joined', 40, 'same');
  const foreign = ask(await another(), 'joined', 'same');
  await arrived(41);
  const different = ask(api, 'joined', 'different');
  const csv = api.get('/api/dear/joined?name=csv', { headers: { accept: 'text/csv' } });
  await runs.end('same');
  await runs.end('same');
  await runs.end('different');
  await runs.end('csv');
  const results = (await Promise.all(equal)).map(({ body }) => body.run);
  expect(new Set(results).size).toBe(1);
  expect((await foreign).body.run).not.toBe(results[0]);
  expect([(await different).status, (await csv).status]).toEqual([200, 200]);
  expect(runs.begun.sort()).toEqual(['csv', 'different', 'same', 'same']);
  const later = ask(api, 'joined', 'same');
  await runs.end('same');
  expect((await later).body.run).toBe(5);
});

test('equal calls share the error of their run, and the next call runs anew', async () => {
  const { api, runs, arrived } = await open();
  const equal = many(api, 'joined', 5, 'same');
  await arrived(5);
  await runs.end('same', new Error('it broke'));
  const failed = await Promise.all(equal);
  expect(failed.map(({ status }) => status)).toEqual(Array(5).fill(500));
  expect(new Set(failed.map(({ body }) => body.requestId)).size).toBe(5);
  const next = ask(api, 'joined', 'same');
  await runs.end('same');
  expect((await next).status).toBe(200);
});

test('the first of equal calls leaves, and the others get the result', async () => {
  const { api, runs } = await open();
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${api.key}` };
  const first = fetch(`${api.url}/api/dear/joined?name=same`, { headers, signal: leaving.signal }).catch(() => 'left');
  await runs.began(1);
  const second = ask(api, 'joined', 'same');
  leaving.abort();
  expect(await first).toBe('left');
  // Answered after the abort, on a separate connection.
  await api.get('/api/contacts');
  await runs.end('same');
  expect((await second).body.run).toBe(1);
  expect(runs.begun).toEqual(['same']);
});
