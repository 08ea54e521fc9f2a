import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { Client, eventually } from '../server/app.ts';
import { cliJson, startServerProcess } from '../server/processes.ts';
import { compare, type Findings, findLeaks } from './kill-findings.ts';
import { untilSending } from './until-sending.ts';

const customers = 10;
const recoversWithinMs = 60_000;

const phoneOf = (customer: number): string => `+55119${83_000_000 + customer}`;
/** Each question is about a different product, so that its reply is recognisable. */
const productOf = (question: number): string => `K${String(question).padStart(4, '0')}`;

interface Asked {
  phone: string;
  product: string;
}

/**
 * Repeatedly kills a server while it replies, and waits after each start for the outstanding replies. Reports questions
 * with no or two replies.
 */
export async function killDuringReplies(cycles: number): Promise<Findings & { asked: number; interrupted: number }> {
  const home = await temporaryFolder();
  const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  let channelId = '';
  const asked: Asked[] = [];
  let interrupted = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    if (cycle === 0) channelId = await openShop(api, cycles * customers);
    interrupted += await waitForAnswers(api, channelId, asked);
    // A slow vendor: sends can be interrupted.
    await api.put(`/api/simulator/channels/${channelId}/faults`, { delayMs: 300 });
    const questions = Array.from({ length: customers }, (_, customer) => ({
      phone: phoneOf(customer),
      product: productOf(cycle * customers + customer),
    }));
    const load = Promise.all(
      questions.map(async (question) => {
        const message = { from: question.phone, content: `quanto custa o produto ${question.product}?` };
        const sent = await api.post(`/api/simulator/channels/${channelId}/messages`, message).catch(() => null);
        if (sent?.status === 201) asked.push(question);
      }),
    );
    // Late enough that something was received, early enough that not all is answered.
    const before = asked.length;
    await eventually(async () => asked.length > before + Math.random() * customers);
    // Every other kill interrupts a send, the others what comes before.
    if (cycle % 2 === 1) await untilSending(api);
    await sleep(Math.random() * 60);
    await server.end('SIGKILL');
    await load;
  }
  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  interrupted += await waitForAnswers(api, channelId, asked);
  // A duplicate would have arrived by now.
  await sleep(1_000);
  const answers = await readAnswers(api, channelId);
  await server.end();
  const products = asked.map(({ product }) => product);
  const answered = asked.flatMap((question) =>
    answers.filter((answer) => isAnswerTo(question, answer)).map(() => question.product),
  );
  return { ...compare(products, answered), leaked: findLeaks(home), asked: asked.length, interrupted };
}

const isAnswerTo = ({ phone, product }: Asked, answer: { phone: string; content: string }): boolean =>
  answer.phone === phone && answer.content.includes(`${product} – `);

/** Waits for a reply to each question on the customer's phone; returns how many had none at first. */
async function waitForAnswers(api: Client, channelId: string, asked: Asked[]): Promise<number> {
  const countMissing = async () => {
    const answers = await readAnswers(api, channelId);
    return asked.filter((question) => !answers.some((answer) => isAnswerTo(question, answer))).length;
  };
  const missing = await countMissing();
  const deadline = Date.now() + recoversWithinMs;
  while (Date.now() < deadline && (await countMissing()) > 0) await sleep(50);
  return missing;
}

async function readAnswers(api: Client, channelId: string): Promise<{ phone: string; content: string }[]> {
  const rows: { phone: string; content: string; fromCustomer: boolean }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/simulator/channels/${channelId}/messages?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body } = await api.get(path);
    rows.push(...body.data);
    cursor = body.nextCursor;
  }
  return rows.filter(({ fromCustomer }) => !fromCustomer);
}

async function openShop(api: Client, products: number): Promise<string> {
  const { body: channel } = await api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' });
  const draft = { name: 'Bia', language: 'pt', templateId: 'clothing-store-pt' };
  const { body: agent } = await api.post('/api/ai-agents', draft);
  const path = `/api/ai-agents/${agent.id}`;
  const behavior = { ...agent.behavior, debounceMs: 0, maxRepliesPerHour: 1_000 };
  await api.patch(path, { behavior, businessHours: null });
  for (let product = 0; product < products; product++) {
    const item = { name: `Produto ${productOf(product)}`, price: 10 };
    expect((await api.post(`${path}/catalog-items`, item)).status).toBe(201);
  }
  const published = await api.post(`${path}/publish`);
  expect(published.body.cases ?? published.status).toBe(200);
  expect((await api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent.id })).status).toBe(200);
  return channel.id;
}
