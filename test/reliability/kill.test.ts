import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../server/platform/database/database.ts';
import { startSink, type WebhookSink } from '../doubles/webhook-sink.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { compare, countFindings, findLeaks, nothingFound } from '../support/kill/kill-findings.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);
const writers = 8;

interface Acknowledged {
  id: string;
  content: string;
  conversationId: string;
}

it(`nothing acknowledged is lost or duplicated under ${cycles} kill -9`, async () => {
  const home = await temporaryFolder();
  const sink = await startSink();
  const env = { FRONTDESK_OUTBOUND_ALLOW: '*', FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  const acknowledged: Acknowledged[] = [];
  const received: string[] = [];
  let channelId = '';
  let attempt = 0;

  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    if (cycle === 0) {
      channelId = (await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' })).body.id;
      await api.post('/api/developers/webhooks', { url: sink.url, events: ['message.sent', 'message.received'] });
    }
    const conversationIds = await openConversations(api, channelId);
    let killed = false;
    const write = async (writer: number): Promise<void> => {
      const conversationId = conversationIds[writer % conversationIds.length] as string;
      while (!killed) {
        attempt += 1;
        const [content, said] = [`out ${attempt}`, `in ${attempt}`];
        const sent = await api.post(`/api/conversations/${conversationId}/messages`, { content }).catch(() => null);
        if (sent?.status === 201) acknowledged.push({ id: sent.body.id, content, conversationId });
        const heard = await api
          .post(`/api/simulator/channels/${channelId}/messages`, { from: phoneOf(writer), content: said })
          .catch(() => null);
        if (heard?.status === 201) received.push(said);
      }
    };
    const load = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    await sleep(200 + Math.random() * 500);
    killed = true;
    await server.end('SIGKILL');
    await load;
    const handle = openSqlite(databaseFile(home));
    expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
    handle.close();
  }

  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  const ids = await openConversations(api, channelId);
  const stored = (
    await Promise.all(ids.map((id) => readAll(api, `/api/conversations/${id}/messages?limit=100`)))
  ).flat();
  const shown = await readAll(api, `/api/simulator/channels/${channelId}/messages?limit=100`);
  const contents = [...acknowledged.map(({ content }) => content), ...received];
  const inInbox = compare(
    contents,
    stored.map(({ content }) => content),
  );
  const onPhones = shown.filter(({ fromCustomer }) => !fromCustomer).map(({ content }) => content);
  const withOtherId = acknowledged.filter(({ id }) => !stored.some((message) => message.id === id));
  const untold = await findUndelivered(sink, contents);
  await server.end();
  const findings = {
    lost: [...inInbox.lost, ...withOtherId.map(({ id }) => id), ...untold],
    doubled: [...inInbox.doubled, ...compare([], onPhones).doubled],
    leaked: findLeaks(home),
  };
  reportReliability('kill -9, messages', {
    ...{ runs: cycles, faults: cycles, requests: attempt * 2, ...countFindings(findings) },
    note: `${acknowledged.length} sent, ${received.length} received, each told to a webhook`,
  });
  expect(findings).toEqual(nothingFound);
});

const phoneOf = (writer: number): string => `+551198765430${writer}`;

/** One conversation per writer, with an open messaging window. */
async function openConversations(api: Client, channelId: string): Promise<string[]> {
  for (let writer = 0; writer < writers; writer++) {
    const body = { from: phoneOf(writer), content: 'oi' };
    await api.post(`/api/simulator/channels/${channelId}/messages`, body);
  }
  for (;;) {
    const { body } = await api.get('/api/conversations?limit=100');
    if (body.data.length >= writers) return body.data.map((conversation: { id: string }) => conversation.id).sort();
    await sleep(50);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the API
async function readAll(api: Client, path: string): Promise<any[]> {
  // biome-ignore lint/suspicious/noExplicitAny: rows of the API
  const rows: any[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await api.get(cursor === '' ? path : `${path}&cursor=${cursor}`);
    rows.push(...body.data.filter((row: { content: string }) => row.content !== 'oi'));
    cursor = body.nextCursor;
  }
  return rows;
}

/** Events that the receiver has not received at least once, after some waiting. */
async function findUndelivered(sink: WebhookSink, contents: string[]): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const told = new Set(sink.requests.map((request) => request.body.data.content));
    const missing = contents.filter((content) => !told.has(content));
    if (missing.length === 0 || Date.now() > deadline) return missing;
    await sleep(200);
  }
}
