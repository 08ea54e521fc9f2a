import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import {
  atLeast,
  cli,
  pinLoadGenerator,
  round,
  startFrontdesk,
  summarize,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/** 200 signed webhooks a second of 5 messages each: how fast is each response, and does the inbox keep up? */
const webhooksPerSecond = 200;
const messagesEach = 5;
const seconds = 12;
/** Warm-up that is not measured: the server has just started. */
const warmUpSeconds = 2;
const customers = 1_000;
const appSecret = '0123456789abcdef0123456789abcdef';
const phoneNumberId = '106540352242922';

pinLoadGenerator();
await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  // Nothing listens there: receiving needs the credentials, not the vendor.
  const server = await startFrontdesk(home, { NODE_ENV: 'test', FRONTDESK_TEST_GRAPH_URL: 'http://127.0.0.1:9' });
  const call = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { id: string };
  };
  const channel = await call('POST', '/api/channels', { name: 'Bench', provider: 'CLOUD_API' });
  const account = { accessToken: 'EAA'.padEnd(40, 'x'), phoneNumberId, wabaId: '102290129340398', appSecret };
  await call('PUT', `/api/channels/${channel.id}/credentials`, account);

  const times: number[] = [];
  const post = async (turn: number): Promise<void> => {
    const body = makeWebhook(turn);
    const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/webhooks/cloud/${channel.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A webhook was answered ${response.status}`);
    if (turn >= warmUpSeconds * webhooksPerSecond) times.push(performance.now() - startedAt);
  };
  const startedAt = performance.now();
  const total = webhooksPerSecond * seconds;
  const running: Promise<void>[] = [];
  for (let turn = 0; turn < total; turn++) {
    const dueMs = (turn * 1_000) / webhooksPerSecond - (performance.now() - startedAt);
    if (dueMs > 0) await sleep(dueMs);
    running.push(post(turn));
  }
  await Promise.all(running);
  const sentMs = performance.now() - startedAt;
  while (countReceived(home) < total * messagesEach) await sleep(20);
  const storedMs = performance.now() - startedAt;
  await server.stop();
  writeResults('cloud webhooks', {
    'webhooks of 5 messages': { 'per second': atLeast(round(total / (sentMs / 1_000), 0), webhooksPerSecond) },
    answered: summarize(times, 99, 100),
    'all in the inbox with their events': { 'ms after the last': round(storedMs - sentMs, 0) },
  });
});

function makeWebhook(turn: number): string {
  const messages = Array.from({ length: messagesEach }, (_, index) => ({
    from: `55119${String(10_000_000 + ((turn * messagesEach + index) % customers))}`,
    id: `wamid.${turn}.${index}`,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: 'text',
    text: { body: `Boa tarde, mensagem ${index} de ${turn}` },
  }));
  const contacts = messages.map(({ from }) => ({ profile: { name: 'Cliente' }, wa_id: from }));
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '102290129340398', time: 1, changes: [{ field: 'messages', value }] }],
  });
}

function countReceived(home: string): number {
  const db = openSqlite(databaseFile(home));
  const row = db.prepare("select count(*) as count from events where type = 'message.received'").get();
  db.close();
  return (row as { count: number }).count;
}
