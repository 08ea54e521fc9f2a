import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { Client } from '../server/app.ts';
import { cliJson, startServerProcess } from '../server/processes.ts';
import { bind, install } from '../shop/integrations.ts';
import { compare, type Findings, findLeaks } from './kill-findings.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const eventsACycle = 20;
/** A job that failed twice waits for four minutes. */
const patienceMs = 400_000;

/**
 * Repeatedly kills a server while leads become workbook rows, CRM cards and REST calls, then lets it finish. Reports
 * leads with no or two effects in one of them.
 */
export async function killDuringSyncs(cycles: number): Promise<Findings & Record<'effects' | 'repeats', number>> {
  const home = await temporaryFolder();
  const endpoint = await startRestEndpoint(secret);
  // Acts at once and responds late, so that most kills lose the response to a completed action.
  endpoint.answers = Array.from({ length: cycles * eventsACycle }, () => ({ status: 200, delayMs: 200 }));
  const env = {
    FRONTDESK_RATE_LIMIT: 'off',
    FRONTDESK_LOG: 'silent',
    FRONTDESK_OUTBOUND_ALLOW: new URL(endpoint.url).host,
  };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  let stageId = '';
  let agentId = '';
  const acknowledged: string[] = [];
  for (let kills = 0; kills < cycles; kills++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    if (kills === 0) {
      agentId = (await api.post('/api/ai-agents', { name: 'Bia' })).body.id;
      stageId = (await api.post('/api/crm/pipelines', { name: 'Vendas' })).body.stages[0].id;
      const http = await install(api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
      await bind(api, http.id, 'lead.captured', 'send_event', { fields: { phone: '{{data.phone}}' } });
      const crm = await install(api, 'crm');
      await bind(api, crm.id, 'lead.captured', 'create_card', { stageId, title: '{{data.phone}}' });
      const sheet = await install(api, 'spreadsheet');
      const config = { workbook: 'leads.csv', fields: { phone: '{{data.phone}}' } };
      await bind(api, sheet.id, 'lead.captured', 'append_row', config);
    }
    for (let index = 0; index < eventsACycle; index++) {
      const phone = `+55119${80_000_000 + kills * 1_000 + index}`;
      const { status } = await api.post('/api/leads', { aiAgentId: agentId, phone, name: 'Ana' });
      expect(status).toBeLessThan(300);
      acknowledged.push(phone);
    }
    await sleep(Math.random() * 900);
    await server.end('SIGKILL');
  }
  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  await allDone(api);
  const csv = readCsv(await readFile(join(home, 'spreadsheets', 'leads.csv'), 'utf8'));
  const rows = csv.rows.map(({ cells }) => cells[0] as string);
  const calls = [...endpoint.effects.values()].map(({ body }) => body.phone as string);
  const cards: string[] = [];
  for (let offset = 0, more = true; more; offset += 100) {
    const { body } = await api.get(`/api/crm/stages/${stageId}/cards?offset=${offset}&limit=100`);
    cards.push(...body.data.map((card: { title: string }) => card.title));
    more = body.hasMore;
  }
  await server.end();
  const found = [rows, calls, cards].map((effects) => compare(acknowledged, effects));
  return {
    ...{ lost: found.flatMap(({ lost }) => lost), doubled: found.flatMap(({ doubled }) => doubled) },
    leaked: findLeaks(home),
    effects: rows.length + calls.length + cards.length,
    repeats: endpoint.calls.length - endpoint.effects.size,
  };
}

async function allDone(api: Client): Promise<void> {
  let open: { body: { jobs: object[] } }[] = [];
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(200)) {
    open = await Promise.all(
      ['PENDING', 'RUNNING', 'RETRYING'].map((status) =>
        api.get(`/api/integrations/sync-jobs?status=${status}&limit=1`),
      ),
    );
    if (open.every(({ body }) => body.jobs.length === 0)) return;
  }
  throw new Error(`Not done in time: ${JSON.stringify(open.flatMap(({ body }) => body.jobs))}`);
}
