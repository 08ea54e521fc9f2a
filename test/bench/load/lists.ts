import { prepareShop } from '../shop.ts';
import {
  atMost,
  median,
  pinLoadGenerator,
  quantile,
  round,
  startFrontdesk,
  summarize,
  timeEachAtWork,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/**
 * Lists and search over 100,000 conversations and 1,000,000 messages: first page, hundredth page by cursor, search. What
 * has a goal is the p99 without waits for a core.
 */
const times = 400;

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const shop = await prepareShop(home, 100_000, 10);
  const frontdesk = await startFrontdesk(home);
  const repeat = (path: string): string[] => Array.from({ length: times }, () => path);
  const list = '/api/conversations?limit=50';
  let cursor = '';
  for (let page = 1; page < 100; page++) {
    const response = await fetch(`${frontdesk.url}${list}${cursor}`, {
      headers: { authorization: `Bearer ${shop.key}` },
    });
    cursor = `&cursor=${((await response.json()) as { nextCursor: string }).nextCursor}`;
  }
  const searches = ['calabresa', 'acai', 'promo', 'pizza borda', 'ref1a2', 'Cliente 4711', '98765', 'zzz', 'ca', 'ref'];
  const figures: Record<string, object> = {};
  const measure = async (name: string, paths: string[], p99Ms: number, p50Ms?: number): Promise<void> => {
    await timeEachAtWork(frontdesk, shop.key, paths.slice(0, 20));
    const { ms, atWorkMs } = await timeEachAtWork(frontdesk, shop.key, paths);
    figures[name] = {
      ...summarize(ms, 99),
      ...(p50Ms === undefined ? {} : { 'p50 ms': atMost(round(median(ms)), p50Ms) }),
      'p99 at work, ms': atMost(round(quantile(atWorkMs, 0.99)), p99Ms),
    };
  };
  await measure('first page', repeat(list), 10);
  await measure('hundredth page by cursor', repeat(list + cursor), 10);
  await measure('first page of ACTIVE', repeat(`${list}&status=ACTIVE`), 10);
  await measure(
    'messages of a conversation',
    repeat(`/api/conversations/${shop.conversationIds[50_000]}/messages`),
    10,
  );
  for (const search of searches) {
    await measure(`search "${search}"`, repeat(`${list}&search=${encodeURIComponent(search)}`), 15, 5);
  }
  await frontdesk.stop();
  writeResults('lists', figures);
});
