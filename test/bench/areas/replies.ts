import { createApp } from '../../../server/app.ts';
import { findAgent } from '../../../server/areas/agents/index.ts';
import { moveToPublished } from '../../../server/areas/agents/lifecycle/move-agent.ts';
import { type Chunk, countTokens } from '../../../server/areas/knowledge/passages/chunk-document.ts';
import { readConfig } from '../../../server/config.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { indexChunks, readOptions, readQuestions } from '../knowledge/data.ts';
import { benchEnvironment, round, summarize, withTemporaryHome, writeResults } from '../support.ts';

/**
 * Time from a customer's stored message to the reply accepted by the vendor, by the local engine over 10,000 chunks,
 * without the wait for further messages: one question at a time, and fifty conversations at once.
 * `node test/bench/areas/replies.ts [--data FOLDER]`
 */
const chunkCount = 10_000;
const chunksPerSource = 1_000;
const sentencesPerChunk = 6;
const oneByOne = 200;
const atOnce = 50;

function makeChunks(passages: string[]): Chunk[] {
  const sentences = passages.flatMap((passage) => passage.split(/(?<=[.!?])\s+/));
  return Array.from({ length: chunkCount }, (_, index) => {
    const picked = Array.from(
      { length: sentencesPerChunk },
      (_, at) => sentences[(index * 31 + at * 17) % sentences.length],
    );
    const text = picked.join(' ');
    return { position: index % chunksPerSource, headingPath: [], page: null, text, tokenCount: countTokens(text) };
  });
}

type Call = (method: string, path: string, body?: object) => Promise<{ id: string; data: { id: string }[] }>;

async function openShop(platform: Platform, workspace: Workspace, call: Call, baseIds: string[]): Promise<string> {
  const channel = await call('POST', '/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  const agent = await call('POST', '/api/ai-agents', {
    name: 'Bea',
    language: 'en',
    behavior: { debounceMs: 0, handoffAfterMisses: 0, maxRepliesPerHour: 1_000 },
  });
  const template = await call('POST', `/api/ai-agents/${agent.id}/apply-template`, { templateId: 'pizzeria-en' });
  await call('PATCH', `/api/ai-agents/${template.id}`, {
    behavior: { debounceMs: 0, handoffAfterMisses: 0, maxRepliesPerHour: 1_000 },
    businessHours: null,
    rules: { items: [] },
  });
  await call('PUT', `/api/ai-agents/${agent.id}/knowledge-bases`, { baseIds });
  // The benchmark measures replies, not the gate.
  await platform.work(workspace, systemActor, async (work) => {
    const draft = await findAgent(work.db, workspace.id, agent.id);
    if (draft) await moveToPublished(work, draft, 'not tested');
  });
  await call('PUT', `/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent.id });
  return channel.id;
}

/** Duration of each reply (ms), from the stored times of question and send. */
async function readTimes(platform: Platform, since: number): Promise<number[]> {
  const rows = await platform.database.read
    .selectFrom('reply_turns as t')
    .innerJoin('messages as m', 'm.id', 't.reply_message_id')
    .select(['t.first_at', 'm.sent_at', 't.first_message_seq'])
    .where('t.first_message_seq', '>', since)
    .execute();
  return rows.map((row) => Date.parse(row.sent_at ?? '') - Date.parse(row.first_at));
}

async function settle(platform: Platform, count: number): Promise<void> {
  for (;;) {
    const row = await platform.database.read
      .selectFrom('reply_turns')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('state', 'in', ['DONE', 'DROPPED'])
      .executeTakeFirstOrThrow();
    if (row.count >= count) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await platform.services.replySender.idle();
}

await withTemporaryHome(async (home) => {
  const config = readConfig(benchEnvironment(home));
  const app = await createApp({ config });
  const { platform } = app;
  const [workspace] = await listWorkspaces(platform.database.read);
  if (!workspace) throw new Error('A new home has a workspace');
  const { url } = await app.listen();
  const { key } = await platform.write(({ db, now }) =>
    createKey(db, { workspaceId: workspace.id, name: 'bench', scopes: ['all'], expiresAt: null, now }),
  );
  const call: Call = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Awaited<ReturnType<Call>>;
  };
  const set = readQuestions(readOptions().data, 'en');
  const chunks = makeChunks(set.passages);
  const baseIds: string[] = [];
  for (let at = 0; at < chunks.length; at += chunksPerSource) {
    const bench = { platform, workspace, stop: async () => {} };
    baseIds.push((await indexChunks(bench, `s${at}`, 'en', chunks.slice(at, at + chunksPerSource))).baseId);
  }
  const channelId = await openShop(platform, workspace, call, baseIds);
  const say = (customer: number, content: string) =>
    call('POST', `/api/simulator/channels/${channelId}/messages`, { from: `+55119${84_000_000 + customer}`, content });
  let asked = 0;
  for (const [question] of set.questions.slice(0, oneByOne)) {
    asked += 1;
    await say(asked, question.slice(0, 4_000));
    await settle(platform, asked);
  }
  const single = await readTimes(platform, 0);
  const last = await platform.database.read
    .selectFrom('messages')
    .select('seq')
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  const crowd = set.questions.slice(oneByOne, oneByOne + atOnce);
  const startedAt = performance.now();
  await Promise.all(crowd.map(([question], index) => say(1_000 + index, question.slice(0, 4_000))));
  await settle(platform, asked + atOnce);
  const crowdMs = performance.now() - startedAt;
  const together = await readTimes(platform, last?.seq ?? 0);
  writeResults('replies: local engine, 10,000 chunks', {
    'one by one': summarize(single, 95, 60),
    'fifty conversations at once': { ...summarize(together, 95), 'all answered after ms': round(crowdMs, 0) },
  });
  await app.stop();
});
