import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { openSqlite } from '../../../server/platform/database/database.ts';
import { Files } from '../../../server/platform/files/files.ts';
import type { Answer, Client } from '../server/app.ts';
import { type Findings, findLeaks } from './kill-findings.ts';

/** A kind of write. Its marker must appear exactly once in the given table and column. */
interface Area {
  table: string;
  column: string;
  /**
   * Never retried, like a message of a customer's phone or a browser's upload. The others are one transaction, or
   * messages, whose `Idempotency-Key` holds even when a crash comes between effect and response.
   */
  isOnceOnly?: boolean;
  write(api: Client, shop: Shop, marker: string, number: number, options: object): Promise<Answer>;
}

interface Shop {
  agent: string;
  base: string;
  channel: string;
  conversation: string;
  pipeline: string;
  stage: string;
}

interface Request {
  area: string;
  marker: string;
  number: number;
  /** By `process.hrtime`. */
  answeredAt?: bigint;
}

const phoneOf = (number: number): string => `+55119${80_000_000 + number}`;
const customer = '+5511987654321';
const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(Date.UTC(2030, 0, 1) + hours * hourMs).toISOString();
const pdf = (marker: string): string => `%PDF-1.4\n% ${marker}\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n`;

/** One kind of write per area of the product. */
const areas: Record<string, Area> = {
  messages: {
    ...{ table: 'messages', column: 'content' },
    write: (api, shop, content, _number, options) =>
      api.post(`/api/conversations/${shop.conversation}/messages`, { content }, options),
  },
  customers: {
    ...{ table: 'simulator_messages', column: 'content', isOnceOnly: true },
    write: (api, shop, content, number, options) =>
      api.post(`/api/simulator/channels/${shop.channel}/messages`, { from: phoneOf(number % 50), content }, options),
  },
  uploads: {
    ...{ table: 'files', column: 'file_name', isOnceOnly: true },
    write: (api, shop, marker, _number, options) =>
      api.upload(`/api/conversations/${shop.conversation}/upload-media`, pdf(marker), marker, 'file', options),
  },
  leads: {
    ...{ table: 'leads', column: 'name' },
    write: (api, shop, name, number, options) =>
      api.post('/api/leads', { aiAgentId: shop.agent, phone: phoneOf(1_000 + number), name }, options),
  },
  orders: {
    ...{ table: 'orders', column: 'client_name' },
    write: (api, shop, clientName, _number, options) => {
      const items = [{ name: 'Pizza', quantity: 2, unitPrice: 45.9 }];
      const order = { aiAgentId: shop.agent, clientName, clientPhone: customer, items, total: 91.8 };
      return api.post('/api/orders', order, options);
    },
  },
  appointments: {
    ...{ table: 'appointments', column: 'title' },
    write: (api, shop, title, number, options) => {
      const times = { startTime: inHours(2 * number), endTime: inHours(2 * number + 1) };
      const person = { clientName: 'Lia', clientPhone: customer };
      return api.post('/api/appointments', { aiAgentId: shop.agent, title, ...times, ...person }, options);
    },
  },
  cards: {
    ...{ table: 'crm_cards', column: 'title' },
    write: (api, shop, title, _number, options) =>
      api.post('/api/crm/cards', { pipelineId: shop.pipeline, stageId: shop.stage, title }, options),
  },
  faqs: {
    ...{ table: 'agent_faqs', column: 'question' },
    write: (api, shop, question, _number, options) =>
      api.post(`/api/ai-agents/${shop.agent}/faq`, { question, answer: 'Sim' }, options),
  },
  items: {
    ...{ table: 'catalog_items', column: 'name' },
    write: (api, shop, name, _number, options) =>
      api.post(`/api/ai-agents/${shop.agent}/catalog-items`, { name, price: 45.9 }, options),
  },
  knowledge: {
    ...{ table: 'knowledge_sources', column: 'name', isOnceOnly: true },
    write: (api, shop, name, _number, options) => {
      const content = `Entregamos ${name} em todo o bairro.`;
      return api.post(`/api/knowledge-bases/${shop.base}/sources/text`, { name, content }, options);
    },
  },
  replies: {
    ...{ table: 'quick_replies', column: 'shortcut' },
    write: (api, _shop, shortcut, _number, options) =>
      api.post('/api/quick-replies', { shortcut, content: 'Olá' }, options),
  },
};

const areaNames = Object.keys(areas);

/**
 * Writes to every area concurrently until the server dies. A request without a response is retried under the same
 * `Idempotency-Key` in the next run, so each must exist exactly once in the end.
 */
export class MixedLoad {
  acknowledged: Request[] = [];
  requests = 0;
  #next = 0;
  #shop: Shop | null = null;
  readonly #open = new Set<Request>();
  /** Responses other than success. */
  readonly refusals: string[] = [];

  /** Creates what the writers need. */
  async prepare(api: Client): Promise<void> {
    this.#shop ??= await makeShop(api);
  }

  /** Runs this many writers until `isOver`, starting with unanswered requests. */
  async run(api: Client, isOver: () => boolean, writers = 16): Promise<void> {
    const unanswered = [...this.#open];
    const write = async (): Promise<void> => {
      while (!isOver()) await this.#send(api, unanswered.shift() ?? this.#make());
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  /** Discards responses since the power cut: nobody would have received them. */
  forgetSince(moment: bigint): void {
    const isLate = ({ answeredAt = 0n }: Request) => answeredAt >= moment;
    const late = this.acknowledged.filter(isLate);
    this.acknowledged = this.acknowledged.filter((request) => !isLate(request));
    for (const request of late) if (!areas[request.area]?.isOnceOnly) this.#open.add(request);
  }

  /** Retries all unanswered requests and the last answered one: each must exist once. */
  async finish(api: Client): Promise<void> {
    const answered = this.acknowledged.filter(({ area }) => !areas[area]?.isOnceOnly).slice(-50);
    for (const request of [...this.#open, ...answered]) await this.#send(api, request);
    if (this.#open.size > 0) throw new Error(`${this.#open.size} requests are still without an answer`);
  }

  #make(): Request {
    const number = this.#next++;
    const area = areaNames[number % areaNames.length] as string;
    return { area, number, marker: `${area}-${String(number).padStart(6, '0')}` };
  }

  async #send(api: Client, request: Request): Promise<void> {
    this.#open.add(request);
    this.requests += 1;
    const { area, marker, number } = request;
    const options = { headers: { 'idempotency-key': marker } };
    const answer = await areas[area]?.write(api, this.#shop as Shop, marker, number, options).catch(() => null);
    if (answer || areas[area]?.isOnceOnly) this.#open.delete(request);
    if (!answer) return;
    if (answer.status < 300) this.acknowledged.push(Object.assign(request, { answeredAt: process.hrtime.bigint() }));
    else this.refusals.push(`${area}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Inspects the data folder of a stopped server for lost, doubled, damaged and leftover data. */
  check(home: string): Findings & { damaged: string[] } {
    const handle = openSqlite(databaseFile(home));
    try {
      const lost: string[] = [];
      const doubled: string[] = [];
      for (const [area, { table, column }] of Object.entries(areas)) {
        const rows = handle.prepare(`select ${column} as marker, count(*) as count from ${table} group by 1`).all();
        const counts = new Map((rows as { marker: string; count: number }[]).map((row) => [row.marker, row.count]));
        for (const request of this.acknowledged) {
          if (request.area === area && !counts.has(request.marker)) lost.push(request.marker);
        }
        for (const [marker, count] of counts) if (count > 1 && marker?.startsWith(`${area}-`)) doubled.push(marker);
      }
      const faults = handle.pragma('integrity_check') as { integrity_check: string }[];
      const damaged = faults.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      const hashes = handle.prepare('select distinct hash from files').pluck().all() as string[];
      const files = new Files(home);
      for (const hash of hashes) if (hashOf(files.path(hash)) !== hash) damaged.push(`blob ${hash}`);
      return { lost, doubled, damaged, leaked: findLeaks(home) };
    } finally {
      handle.close();
    }
  }
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}

async function makeShop(api: Client): Promise<Shop> {
  const made = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const channel = await made(api.post('/api/channels', { name: 'Shop', provider: 'CLOUD_API' }));
  await made(api.post(`/api/simulator/channels/${channel.id}/messages`, { from: customer, content: 'oi' }));
  let conversation: { id: string } | undefined;
  while (!conversation) conversation = (await made(api.get('/api/conversations'))).data[0];
  const pipeline = await made(api.post('/api/crm/pipelines', { name: 'Vendas' }));
  const board = await made(api.get(`/api/crm/pipelines/${pipeline.id}/board`));
  return {
    agent: (await made(api.post('/api/ai-agents', { name: 'Bia' }))).id,
    base: (await made(api.post('/api/knowledge-bases', { name: 'Manual' }))).id,
    channel: channel.id,
    conversation: conversation.id,
    pipeline: pipeline.id,
    stage: board.stages[0].id,
  };
}
