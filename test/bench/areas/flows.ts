import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { listWorkspaces } from '../../../server/platform/access/workspaces.ts';
import { atMost, benchEnvironment, round, withTemporaryHome, writeResults } from '../support.ts';

/**
 * 5,000 runs that wait for a reply: their idle cost and what they add to a commit; then 1,000 simultaneous messages for
 * 1,000 of them, from the vendor's event to the last reply.
 */
const waiting = Number(process.env.FLOW_RUNS ?? 5_000);
const answered = Math.min(1_000, waiting);
const goalMs = 5_000;
const idleMs = 4_000;
const commits = 2_000;

await withTemporaryHome(async (home) => {
  const app = await createApp({ config: readConfig(benchEnvironment(home)) });
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
  const agent = await call('POST', '/api/ai-agents', { name: 'Bia' });
  const channel = await call('POST', '/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  await call('PUT', `/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent.id });
  const flow = await call('POST', '/api/flows', {
    aiAgentId: agent.id,
    name: 'Bench',
    trigger: { type: 'keyword', words: ['oi'] },
    steps: [
      { id: 'ask', type: 'ask', config: { text: 'Nome?', variable: 'name' }, next: 'thanks' },
      { id: 'thanks', type: 'message', config: { text: 'Obrigada, {{name}}!' } },
    ],
  });
  await call('PATCH', `/api/flows/${flow.id}/toggle`, { active: true });

  const before = { idle: await cpuWhileIdle(), commit: await commitMicroseconds() };
  const started = await say('oi', waiting, 'WAITING_ANSWER');
  const after = { idle: await cpuWhileIdle(), commit: await commitMicroseconds() };
  const advanced = await say('Ana', answered, 'COMPLETED');
  const replies = await sentTexts();
  await app.stop();
  if (replies !== waiting + answered) throw new Error(`${replies} messages instead of ${waiting + answered}`);
  writeResults('flows', {
    [`${waiting} runs set off at once`]: {
      'took ms': round(started.ms, 0),
      'a second': round((waiting / started.ms) * 1_000, 0),
    },
    'CPU while idle, no runs': { 'ms a second': round(before.idle) },
    [`CPU while idle, ${waiting} waiting runs`]: { 'ms a second': round(after.idle) },
    'an empty commit, no runs': { 'µs each': round(before.commit, 0) },
    [`an empty commit, ${waiting} waiting runs`]: { 'µs each': round(after.commit, 0) },
    [`${answered} answers at once, all runs advanced`]: {
      'took ms': atMost(round(advanced.ms, 0), goalMs),
      'CPU ms': round(advanced.cpuMs, 0),
    },
  });

  /** Everybody writes the same at once, as a vendor would report it; resolves when all runs have advanced. */
  async function say(
    text: string,
    people: number,
    state: 'WAITING_ANSWER' | 'COMPLETED',
  ): Promise<{ ms: number; cpuMs: number }> {
    const at = new Date().toISOString();
    const host = { id: channel.id, workspaceId, provider: 'CLOUD_API', name: 'Shop' } as const;
    const events = Array.from({ length: people }, (_, index) => {
      const phone = `+55119${80_000_000 + index}`;
      const id = `bench.${text}.${index}`;
      const from = { addresses: [{ kind: 'phone' as const, value: phone }], name: 'Ana' };
      const message = { type: 'TEXT', content: text, media: null, replyTo: null, at } as const;
      return { kind: 'message', providerEventId: id, providerMessageId: id, from, ...message } as const;
    });
    const began = performance.now();
    const cpu = process.cpuUsage();
    await platform.services.channelHub.inbox.receive(host, [...events]);
    for (;;) {
      const { done } = await platform.database.read
        .selectFrom('flow_runs')
        .select((build) => build.fn.countAll<number>().as('done'))
        .where('state', '=', state)
        .where('effect', 'is', null)
        .executeTakeFirstOrThrow();
      if (done >= people) {
        const { user, system } = process.cpuUsage(cpu);
        return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 };
      }
      await sleep(20);
    }
  }

  async function cpuWhileIdle(): Promise<number> {
    await sleep(1_500);
    const from = process.cpuUsage();
    await sleep(idleMs);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000 / (idleMs / 1_000);
  }

  async function commitMicroseconds(): Promise<number> {
    const began = performance.now();
    for (let index = 0; index < commits; index++) await platform.write(async () => {});
    return ((performance.now() - began) / commits) * 1_000;
  }

  async function sentTexts(): Promise<number> {
    const { sent } = await platform.database.read
      .selectFrom('simulator_messages')
      .select((build) => build.fn.countAll<number>().as('sent'))
      .where('from_customer', '=', 0)
      .executeTakeFirstOrThrow();
    return sent;
  }
});
