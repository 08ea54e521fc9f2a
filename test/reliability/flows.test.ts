import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serveLoopback } from '../support/environment/loopback.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { compare, countFindings, findLeaks, nothingFound } from '../support/kill/kill-findings.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

const cycles = Number(process.env.KILL_CYCLES ?? 20);
const customersPerCycle = 10;
const said = ['Um', 'Dois', 'Nome?', 'Olá, Ana', 'Tenho seu pedido'];

const message = (id: string, text: string, next: string | null) => ({ id, type: 'message', config: { text }, next });
const stepsWith = (url: string) => [
  message('a', 'Um', 'b'),
  message('b', 'Dois', 'q'),
  { id: 'q', type: 'ask', config: { text: 'Nome?', variable: 'name' }, next: 'c' },
  message('c', 'Olá, {{name}}', 'o'),
  { id: 'o', type: 'order', config: { items: [{ name: 'Pizza', unitPrice: '10' }] }, next: 'h' },
  { id: 'h', type: 'http', config: { method: 'POST', url, body: { phone: '{{contact.phone}}' } }, next: 'd' },
  message('d', 'Tenho seu pedido', null),
];

interface Customer {
  phone: string;
  /** Whether the server acknowledged their message; one cut off by a kill is not repeated. */
  state: 'greeted' | 'answered' | 'in doubt';
}

it(`each customer gets each message of a flow once, and each call has one key, under ${cycles} kill -9`, async () => {
  const home = await temporaryFolder();
  const { url, called, nextCall } = await startCounting();
  const allowed = { FRONTDESK_OUTBOUND_ALLOW: new URL(url).host };
  const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error', ...allowed };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  const customers: Customer[] = [];
  let phones = '';
  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    if (cycle === 0) phones = await openShop(api, stepsWith(url));
    // A slow vendor, so that most kills interrupt messages.
    await api.put(phones.replace(/messages$/, 'faults'), { delayMs: 25 });
    const talk = talkOn(api, phones, customers, cycle);
    // Every other kill interrupts a call.
    await Promise.race([cycle % 2 === 1 ? nextCall() : sleep(100 + Math.random() * 600), sleep(5_000)]);
    await server.end('SIGKILL');
    await talk;
  }
  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  await finish(api, phones, customers);
  const heard = await collect(api, phones);
  const sure = customers.filter(({ state }) => state === 'answered');
  const ordered = await ordersByPhone(api);
  await server.end();
  const surePhones = sure.map(({ phone }) => phone);
  const texts = compare(
    surePhones.flatMap((phone) => said.map((text) => `${phone} ${text}`)),
    [...heard].flatMap(([phone, own]) => own.map((text) => `${phone} ${text}`)),
  );
  const found = [texts, compare(surePhones, ordered), compare(surePhones, [...called.values()])];
  const findings = {
    ...{ lost: found.flatMap(({ lost }) => lost), doubled: found.flatMap(({ doubled }) => doubled) },
    leaked: findLeaks(home),
  };
  reportReliability('kill -9, flows', {
    ...{ runs: cycles, faults: cycles, requests: customers.length, ...countFindings(findings) },
    note: `${sure.length} customers saw each of ${said.length} messages once, in order`,
  });
  expect(findings).toEqual(nothingFound);
  for (const phone of surePhones) expect(heard.get(phone), phone).toEqual(said);
  expect(sure.length).toBeGreaterThan(cycles);
});

/** A slow server that acts once per idempotency key; `called` has the phones of distinct keys. */
async function startCounting() {
  const called = new Map<string, string>();
  let next = Promise.withResolvers<void>();
  const url = await serveLoopback(async (request, response) => {
    const call = (await json(request).catch(() => null)) as { phone: string } | null;
    // A kill may truncate a call.
    if (call) called.set(String(request.headers['idempotency-key']), call.phone);
    next.resolve();
    next = Promise.withResolvers();
    await sleep(100);
    response.end();
  });
  return { url, called, nextCall: () => next.promise };
}

async function openShop(api: Client, steps: object[]): Promise<string> {
  const { body: agent } = await api.post('/api/ai-agents', { name: 'Bia' });
  const { body: channel } = await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent.id });
  const trigger = { type: 'keyword', words: ['oi'] };
  const { body: flow } = await api.post('/api/flows', { aiAgentId: agent.id, name: 'F', trigger, steps });
  expect((await api.patch(`/api/flows/${flow.id}/toggle`, { active: true })).body.status).toBe('ACTIVE');
  return `/api/simulator/channels/${channel.id}/messages`;
}

/** New customers write, and earlier ones reply to the question, until the server dies. */
async function talkOn(api: Client, phones: string, customers: Customer[], cycle: number): Promise<void> {
  await answerAll(api, phones, customers).catch(() => null);
  for (let index = 0; index < customersPerCycle; index++) {
    const customer: Customer = { phone: `+55119${80_000_000 + cycle * 1_000 + index}`, state: 'in doubt' };
    customers.push(customer);
    const sent = await api.post(phones, { from: customer.phone, content: 'oi', name: 'Ana' }).catch(() => null);
    if (sent?.status !== 201) return;
    customer.state = 'greeted';
  }
  await answerAll(api, phones, customers).catch(() => null);
}

async function answerAll(api: Client, phones: string, customers: Customer[]): Promise<void> {
  const heard = await collect(api, phones);
  for (const customer of customers) {
    if (customer.state !== 'greeted' || !heard.get(customer.phone)?.includes('Nome?')) continue;
    customer.state = 'in doubt';
    const sent = await api.post(phones, { from: customer.phone, content: 'Ana' });
    if (sent.status === 201) customer.state = 'answered';
  }
}

/** Waits for a while until every customer with an acknowledged message has finished. */
async function finish(api: Client, phones: string, customers: Customer[]): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
    await answerAll(api, phones, customers);
    const heard = await collect(api, phones);
    const open = customers.filter(
      ({ phone, state }) => state !== 'in doubt' && heard.get(phone)?.length !== said.length,
    );
    if (open.length === 0 || Date.now() > deadline) return;
  }
}

/** The shop's messages on each phone, oldest first. */
async function collect(api: Client, phones: string): Promise<Map<string, string[]>> {
  const heard = new Map<string, string[]>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await api.get(`${phones}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (status !== 200) throw new Error(`The phones cannot be read: ${status}`);
    for (const shown of body.data) {
      if (!shown.fromCustomer) heard.set(shown.phone, [shown.content, ...(heard.get(shown.phone) ?? [])]);
    }
    cursor = body.nextCursor;
  }
  return heard;
}

async function ordersByPhone(api: Client): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await api.get(`/api/orders?limit=100&page=${page}`);
    found.push(...body.data.map((order: { clientPhone: string }) => order.clientPhone));
    if (!body.hasMore) return found;
  }
}
