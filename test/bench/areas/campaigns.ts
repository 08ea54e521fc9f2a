import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { listWorkspaces } from '../../../server/platform/access/workspaces.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import {
  atLeast,
  atMost,
  benchEnvironment,
  round,
  summarize,
  timeEach,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/**
 * Stores and plans 10,000 recipients; then runs a simulator campaign at the shortest interval for four minutes of a clock
 * five times as fast (CAMPAIGN_MINUTES, CAMPAIGN_SPEED), while another thread polls the API; then builds the report over
 * the 10,000. Fails when anybody was sent to twice or out of turn.
 */
const people = 10_000;
const intervalMs = 250;
const minutes = Number(process.env.CAMPAIGN_MINUTES ?? 4);
const speed = Number(process.env.CAMPAIGN_SPEED ?? 5);

/** A clock that runs faster than the machine's. */
class FastClock implements Clock {
  readonly #startedAt = Date.now();
  now = (): Date => new Date(this.#startedAt + (Date.now() - this.#startedAt) * speed);
  alarm(at: number, ring: () => void): () => void {
    const timer = setTimeout(ring, Math.max(0, Math.min(2 ** 31 - 1, (at - this.now().getTime()) / speed))).unref();
    return () => clearTimeout(timer);
  }
}

await withTemporaryHome(async (home) => {
  const clock = new FastClock();
  const app = await createApp({ config: readConfig(benchEnvironment(home)), clock });
  const { platform } = app;
  const { url } = await app.listen();
  const workspaceId = (await listWorkspaces(platform.database.read))[0]?.id as string;
  const { key } = await platform.write(({ db, now }) =>
    createKey(db, { workspaceId, name: 'bench', scopes: ['all'], expiresAt: null, now }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's own
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await call('PUT', '/api/marketing-campaigns/sending-rules', {
    sendingHours: null,
    stopWords: ['stop'],
    startWords: ['start'],
  });
  const channel = await call('POST', '/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  await sleep(500);
  const template = await call('POST', `/api/channels/${channel.id}/chat-templates`, {
    name: 'promo',
    category: 'MARKETING',
    language: 'pt_BR',
    components: [{ type: 'BODY', text: 'Oi {{1}}, hoje {{2}}!', example: { body_text: [['Ana', 'pizza']] } }],
  });
  const campaign = await call('POST', '/api/marketing-campaigns', {
    name: 'Bench',
    channelId: channel.id,
    channelTemplateId: template.id,
    audienceSource: 'CSV',
    sendIntervalMs: intervalMs,
  });
  const path = `/api/marketing-campaigns/${campaign.id}`;
  await call('PUT', `${path}/variables`, {
    mappings: [
      { variable: '1', source: 'CONTACT', value: 'firstName', fallback: 'cliente' },
      { variable: '2', source: 'FIELD', value: 'oferta', fallback: '' },
    ],
  });
  const rows = Array.from({ length: people }, (_, index) => ({
    phone: `+55119${80_000_000 + index}`,
    name: `Pessoa ${index}`,
    variables: { oferta: 'pão de queijo' },
  }));
  const [audienceMs, stored] = await timed(() => call('PUT', `${path}/audience`, { rows }));
  if (stored.accepted !== people) throw new Error(`Only ${stored.accepted} were accepted`);
  const [planMs] = await timed(() => call('POST', `${path}/start`, {}));

  const paths = [path, `${path}/recipients?page=3`, '/api/conversations?limit=20', '/api/contacts?limit=20'];
  const poller = new Worker(new URL('./poll-api.ts', import.meta.url), { workerData: { url, key, paths } });
  await once(poller, 'online');
  const from = clock.now().getTime();
  const before = await sentCount();
  await sleep((minutes * 60_000) / speed);
  const sends = (await sentCount()) - before;
  const seconds = (clock.now().getTime() - from) / 1_000;
  poller.postMessage('stop');
  const [times] = (await once(poller, 'message')) as [number[]];
  await call('POST', `${path}/pause`);
  const report = await timeEach(
    url,
    key,
    Array.from({ length: 50 }, () => `${path}/report`),
  );
  const phones = await platform.database.read.selectFrom('simulator_messages').select('phone').orderBy('seq').execute();
  const inOrder = phones.every(({ phone }, index) => phone === rows[index]?.phone);
  await app.stop();
  if (!inOrder) throw new Error('Somebody was sent to twice or out of turn');
  writeResults('campaigns', {
    '10,000 recipients stored': { 'took ms': round(audienceMs, 0) },
    '10,000 recipients planned': { 'took ms': atMost(round(planMs, 0), 2_000) },
    [`sends a second, ${minutes} min at ${intervalMs} ms`]: {
      // Neither slower nor faster than the interval allows, within 5 %.
      'per second': atLeast(round(sends / seconds), 0.95 * (1_000 / intervalMs)),
      'ms between two': atLeast(round((seconds * 1_000) / sends), 0.95 * intervalMs),
    },
    'API meanwhile': summarize(times, 99, 50),
    'report over 10,000': summarize(report, 99, 50),
  });

  async function sentCount(): Promise<number> {
    const { count } = await platform.database.read
      .selectFrom('simulator_messages')
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }
});

// biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's own
async function timed(run: () => Promise<any>): Promise<[number, any]> {
  const startedAt = performance.now();
  const result = await run();
  return [performance.now() - startedAt, result];
}
