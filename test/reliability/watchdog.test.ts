import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RestartPolicy } from '../../server/launch/restart-policy.js';
import { boardFile } from '../../server/platform/running/running-board.ts';
import { Phoenix, type Poison } from '../support/kill/phoenix.ts';
import type { Client } from '../support/server/app.ts';

const longMs = 300_000;
const customer = '+5511988887777';

async function openChannel(server: Phoenix): Promise<string> {
  const api = await server.api();
  return (await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' })).body.id;
}

/** Sends a customer's message, on which the server may crash before it responds. */
async function say(server: Phoenix, channelId: string, content: string): Promise<void> {
  const api = await server.api();
  await api.post(`/api/simulator/channels/${channelId}/messages`, { from: customer, content }).catch(() => {});
}

/** A flow that replies to one word. */
async function launchFlow(api: Client, agentId: string, word: string): Promise<string> {
  const steps = [{ id: 'a', type: 'message', config: { text: `It says ${word}` }, next: null }];
  const draft = { aiAgentId: agentId, name: word, trigger: { type: 'keyword', words: [word] }, steps };
  const { body } = await api.post('/api/flows', draft);
  expect((await api.patch(`/api/flows/${body.id}/toggle`, { active: true })).body.status).toBe('ACTIVE');
  return body.id;
}

async function readTexts(api: Client): Promise<string[]> {
  const { body } = await api.get('/api/conversations?limit=100');
  const texts: string[] = [];
  for (const { id } of body.data) {
    const messages = (await api.get(`/api/conversations/${id}/messages?limit=100`)).body.data;
    texts.push(...messages.map(({ content }: { content: string }) => content));
  }
  return texts;
}

const arrives = (server: Phoenix, text: string) => server.until(async (api) => (await readTexts(api)).includes(text));

/** Waits for set-aside items and returns them. */
const setAside = (server: Phoenix) =>
  server.until(async () => {
    const { data } = (await (await server.owner()).get('/owner/set-aside')).body;
    return data.length > 0 && data;
  });

const inboxPoison = (effect: Poison['effect']): Poison => ({ text: 'deadly', file: 'vendor-inbox.ts', effect });

test(
  'a received message that hangs the server is set aside after three deaths and reported; later ones arrive',
  async () => {
    const server = await Phoenix.start(inboxPoison('hang'));
    const channelId = await openChannel(server);
    await say(server, channelId, 'a deadly message');
    const [item, ...others] = await setAside(server);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'received', deaths: 3, canRetry: true });
    expect(server.deaths).toBe(3);
    await say(server, channelId, 'behind it');
    await arrives(server, 'behind it');
    const owner = await server.owner();
    expect((await owner.get('/owner/notices')).body).toMatchObject({
      ...{ setAside: 1, stoppedAnswering: { kind: 'received', key: item.key, at: expect.any(String) } },
    });
    expect((await owner.delete('/owner/notices/stopped-answering')).status).toBe(204);
    expect((await owner.get('/owner/notices')).body.stoppedAnswering).toBeNull();
  },
  longMs,
);

test(
  'a received message that kills the server is set aside, retried on request, and discarded',
  async () => {
    const server = await Phoenix.start(inboxPoison('kill'));
    const channelId = await openChannel(server);
    await say(server, channelId, 'a deadly message');
    const [item] = await setAside(server);
    expect(item).toMatchObject({ kind: 'received', deaths: 3 });
    expect(server.deaths).toBe(3);

    await (await server.owner()).post(`/owner/set-aside/${item.id}/retry`).catch(() => {});
    await server.until(async () => server.deaths === 4);
    expect((await setAside(server))[0]).toMatchObject({ kind: 'received', key: item.key, deaths: 3 });
    expect((await (await server.owner()).delete(`/owner/set-aside/${item.id}`)).status).toBe(204);
    await say(server, channelId, 'behind it');
    await arrives(server, 'behind it');
    const owner = await server.owner();
    expect((await owner.get('/owner/set-aside')).body.data).toEqual([]);
    expect((await owner.get('/owner/notices')).body.setAside).toBe(0);
  },
  longMs,
);

test(
  'a message that was set aside arrives when a fixed server retries it',
  async () => {
    const server = await Phoenix.start(inboxPoison('kill'));
    const channelId = await openChannel(server);
    await say(server, channelId, 'a deadly message');
    const [item] = await setAside(server);
    await server.end();
    const better = server.withoutPoison();
    expect((await (await better.owner()).post(`/owner/set-aside/${item.id}/retry`)).status).toBe(204);
    await arrives(better, 'a deadly message');
    expect((await (await better.owner()).get('/owner/set-aside')).body.data).toEqual([]);
  },
  longMs,
);

test(
  'an event that hangs one subscriber is set aside for that one only, and later events are handled',
  async () => {
    const server = await Phoenix.start({ text: 'deadly', file: 'dispatcher.ts', effect: 'hang' });
    const channelId = await openChannel(server);
    await say(server, channelId, 'before it');
    await arrives(server, 'before it');
    await say(server, channelId, 'a deadly message');
    const list = await server.until(async () => {
      const { data } = (await (await server.owner()).get('/owner/set-aside')).body;
      return data.length > 0 && data;
    });
    expect(list[0]).toMatchObject({ kind: 'event', deaths: 3, canRetry: true });
  },
  longMs,
);

test(
  'a job whose error escapes is set aside, and whoever waits for it gets an error',
  async () => {
    const server = await Phoenix.start({ text: 'sourceId', file: 'jobs.ts', effect: 'throw' });
    const api = await server.api();
    const base = (await api.post('/api/knowledge-bases', { name: 'Manual' })).body.id;
    const path = `/api/knowledge-bases/${base}/sources`;
    const { id } = (await api.post(`${path}/text`, { name: 'Hours', content: 'We open at nine.' })).body;
    expect((await setAside(server))[0]).toMatchObject({ kind: 'job', deaths: 3, canRetry: true });
    expect(server.deaths).toBe(3);
    const source = await server.until(async (present) => {
      const { body } = await present.get(`${path}/${id}`);
      return body.status === 'FAILED' && body;
    });
    expect(source.error.code).toBe('internal_error');
  },
  longMs,
);

test(
  'a flow run that hangs the server is set aside and calls a person, and the customer can start other runs afterwards',
  async () => {
    const server = await Phoenix.start({ text: 'deadly', file: 'advance-run.ts', effect: 'hang' });
    const channelId = await openChannel(server);
    const api = await server.api();
    const { id: agentId } = (await api.post('/api/ai-agents', { name: 'Bia' })).body;
    await api.put(`/api/channels/${channelId}/ai-agent`, { aiAgentId: agentId });
    const deadlyFlow = await launchFlow(api, agentId, 'deadly');
    await launchFlow(api, agentId, 'kind');
    await say(server, channelId, 'deadly');
    expect((await setAside(server))[0]).toMatchObject({ kind: 'flow', deaths: 3, canRetry: false });
    const [run] = (await (await server.api()).get(`/api/flows/${deadlyFlow}/runs`)).body.data;
    expect(run).toMatchObject({ state: 'FAILED', reason: { code: 'set_aside' } });
    const present = await server.api();
    const [conversation] = (await present.get('/api/conversations')).body.data;
    expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FLOW_FAILED' });
    await present.patch(`/api/conversations/${conversation.id}`, { status: 'ACTIVE' });
    await say(server, channelId, 'kind');
    await arrives(server, 'It says kind');
  },
  longMs,
);

const requestPoison = (effect: Poison['effect']): Poison => ({ text: 'deadly', file: 'json-body.ts', effect });

/** Repeats a deadly request, like a retrying client, until the server refuses it. */
const insist = (server: Phoenix, path: string) =>
  server.until(async (api) => {
    const answer = await api.post(path, { deadly: true });
    return answer.status === 503 && answer;
  });

test.each(['hang', 'throw'] as const)(
  'a request that makes the server %s is set aside for its caller after three deaths, whatever else the caller sends',
  async (effect) => {
    const server = await Phoenix.start(requestPoison(effect));
    expect((await insist(server, '/api/contacts')).body.code).toBe('operation_set_aside');
    expect(server.deaths).toBe(3);
    const api = await server.api();
    expect((await api.get('/api/contacts')).status).toBe(200);
    const owner = await server.owner();
    expect((await owner.post('/api/contacts', { phone: customer })).status).toBe(201);
    const [item] = (await owner.get('/owner/set-aside')).body.data;
    expect(item).toMatchObject({ kind: 'request', deaths: 3, canRetry: true, request: { caller: 'test' } });
    expect((await owner.post(`/owner/set-aside/${item.id}/retry`)).status).toBe(204);
    expect((await api.post('/api/contacts', { phone: '+5511977776666' })).status).toBe(201);
    expect(server.deaths).toBe(3);
  },
  longMs,
);

test(
  'a dear request that kills the process without a trace is set aside after three deaths',
  async () => {
    const server = await Phoenix.start(requestPoison('kill'));
    expect((await insist(server, '/api/ai-agents/agent_x/eval')).body.code).toBe('operation_set_aside');
    expect(server.deaths).toBe(3);
  },
  longMs,
);

test(
  'the requests of one caller never kill so often that the server is not restarted any more',
  async () => {
    const server = await Phoenix.start(requestPoison('kill'));
    for (const action of ['eval', 'publish', 'eval', 'publish'])
      await insist(server, `/api/ai-agents/agent_x/${action}`);
    expect((await (await server.api()).get('/api/contacts')).body.code).toBe('operation_set_aside');
    // As if all had run at the same time.
    const policy = new RestartPolicy(() => 0);
    expect(Array.from({ length: server.deaths }, () => policy.died())).not.toContain(null);
    const owner = await server.owner();
    expect((await owner.get('/owner/set-aside')).body.data).toHaveLength(2);
  },
  longMs,
);

test(
  'kill -9 of an idle server and clean ends do not count as deaths',
  async () => {
    const server = await Phoenix.start(null);
    const channelId = await openChannel(server);
    await say(server, channelId, 'hello');
    await arrives(server, 'hello');
    for (let round = 0; round < 3; round++) await server.end('SIGKILL');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(existsSync(boardFile(server.home))).toBe(false);
    const { body } = await (await server.owner()).get('/owner/notices');
    expect(body).toMatchObject({ setAside: 0, stoppedAnswering: null });
  },
  longMs,
);

test(
  'a server that waits for its disk longer than the watchdog’s timeout goes on',
  async () => {
    const server = await Phoenix.start(inboxPoison('block'));
    const channelId = await openChannel(server);
    const { processId } = await server.server();
    await say(server, channelId, 'a deadly message');
    await arrives(server, 'a deadly message');
    expect(server.deaths).toBe(0);
    expect((await server.server()).processId).toBe(processId);
  },
  longMs,
);

test(
  'a server that was halted longer than the watchdog’s timeout goes on',
  async () => {
    const server = await Phoenix.start(null);
    const { processId } = await server.server();
    await openChannel(server);
    process.kill(processId, 'SIGSTOP');
    await sleep(8_000);
    process.kill(processId, 'SIGCONT');
    await sleep(5_000);
    expect((await (await server.api()).get('/api/conversations')).status).toBe(200);
    expect(server.deaths).toBe(0);
    expect((await server.server()).processId).toBe(processId);
  },
  longMs,
);
