import { expect, test } from 'vitest';
import { FairQueue } from '../../server/platform/running/fair-queue.ts';

/** Work that ends on demand, and a record of the order in which it began. */
function openQueue(limits = { atOnce: 1, mostWaiting: 3 }) {
  const queue = new FairQueue(limits);
  const begun: string[] = [];
  const end = new Map<string, (error?: Error) => void>();
  const run = (owner: string, key: string): Promise<string> =>
    queue.run(owner, key, () => {
      begun.push(key);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      end.set(key, (error) => (error ? reject(error) : resolve(`done ${key}`)));
      return promise;
    });
  const finish = async (key: string, error?: Error): Promise<void> => {
    end.get(key)?.(error);
    await new Promise(setImmediate);
  };
  return { run, begun, finish };
}

test('work runs one after the other; owners take turns, however much one of them asks for', async () => {
  const { run, begun, finish } = openQueue();
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1'), run('c', 'c1')];
  for (const key of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) {
    expect(begun.at(-1)).toBe(key);
    await finish(key);
  }
  expect(begun).toHaveLength(6);
  expect(await Promise.all(all)).toContain('done a4');
});

test('equal work that waits or runs is done once, and again when it has ended', async () => {
  const { run, begun, finish } = openQueue();
  const [first, same, other, sameOther] = [run('a', 'x'), run('b', 'x'), run('a', 'y'), run('a', 'y')];
  await finish('x');
  await finish('y');
  expect(await Promise.all([first, same, other, sameOther])).toEqual(['done x', 'done x', 'done y', 'done y']);
  expect(begun).toEqual(['x', 'y']);
  void run('a', 'x');
  expect(begun).toEqual(['x', 'y', 'x']);
});

test('equal work that waits runs once, at the earliest turn of its owners', async () => {
  const { run, begun, finish } = openQueue();
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'shared'), run('b', 'shared'), run('b', 'b1')];
  for (const key of ['a1', 'a2', 'shared', 'a3', 'b1']) {
    expect(begun.at(-1)).toBe(key);
    await finish(key);
  }
  expect(begun).toHaveLength(5);
  expect((await Promise.all(all)).slice(3, 5)).toEqual(['done shared', 'done shared']);
  const later = [run('a', 'a4'), run('a', 'early'), run('b', 'b2'), run('b', 'early')];
  for (const key of ['a4', 'early', 'b2']) {
    expect(begun.at(-1)).toBe(key);
    await finish(key);
  }
  expect((await Promise.all(later))[3]).toBe('done early');
});

test('an owner with too much waiting is refused, another is not; a failure gives the turn to the next', async () => {
  const { run, begun, finish } = openQueue();
  const failing = run('a', 'fails');
  const waiting = ['1', '2', '3'].map((key) => run('a', key));
  await expect(run('a', '4')).rejects.toMatchObject({
    code: 'unavailable',
    details: { headers: { 'Retry-After': '10' } },
  });
  const ofOther = run('b', 'b1');
  const refused = expect(failing).rejects.toThrow('no');
  await finish('fails', new Error('no'));
  await refused;
  for (const key of ['1', 'b1', '2', '3']) await finish(key);
  expect(await Promise.all([...waiting, ofOther])).toHaveLength(4);
  expect(begun).toEqual(['fails', '1', 'b1', '2', '3']);
});
