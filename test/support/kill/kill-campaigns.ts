import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { Client } from '../server/app.ts';
import { cliJson, startServerProcess } from '../server/processes.ts';
import { compare, type Findings, findLeaks } from './kill-findings.ts';

/** Campaigns on separate channels, so that a kill interrupts one in the middle of a send. */
const campaigns = 3;

const phoneOf = (campaign: number, index: number): string => `+55119${80_000_000 + campaign * 100_000 + index}`;

/**
 * Repeatedly kills a server that sends campaigns, then lets it finish and resumes recipients left in doubt. Reports
 * recipients with no or two messages, also before the resume.
 */
export async function killDuringCampaigns(cycles: number): Promise<Findings & Record<'sentOnce' | 'resumed', number>> {
  const home = await temporaryFolder();
  const env = { FRONTDESK_RATE_LIMIT: 'off', FRONTDESK_LOG: 'error' };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'kill', '--scopes', 'all']);
  const people = cycles * 8;
  const running: { channelId: string; path: string }[] = [];
  for (let kills = 0; kills < cycles; kills++) {
    const server = await startServerProcess(home, env);
    const api = new Client(server.url, key);
    if (kills === 0) {
      const rules = { sendingHours: null, stopWords: ['stop'], startWords: ['start'] };
      await api.put('/api/marketing-campaigns/sending-rules', rules);
      for (let campaign = 0; campaign < campaigns; campaign++) running.push(await launch(api, campaign, people));
    }
    // A slow vendor: the kill interrupts a message in flight.
    for (const { channelId } of running) await api.put(`/api/simulator/channels/${channelId}/faults`, { delayMs: 300 });
    await sleep(Math.random() * 700);
    await until(async () => {
      const campaigns = await Promise.all(running.map(({ path }) => api.get(path)));
      return campaigns.some(({ body }) => body.recipients.SENDING > 0);
    });
    await server.end('SIGKILL');
  }
  const server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  const lost: string[] = [];
  const doubled: string[] = [];
  let resumed = 0;
  for (const [campaign, { channelId, path }] of running.entries()) {
    await finish(api, path);
    const before = await readPhones(api, channelId);
    const { recipients } = (await api.get(path)).body;
    const reached = recipients.total - recipients.FAILED - recipients.UNKNOWN;
    // The report must match the phones in both directions.
    if (before.length !== reached) lost.push(`${reached} told as reached by ${path}, ${before.length} are`);
    if (recipients.FAILED + recipients.UNKNOWN > 0) {
      resumed += recipients.FAILED + recipients.UNKNOWN;
      expect((await api.post(`${path}/resume`, { scope: 'failed' })).status).toBe(200);
      await finish(api, path);
    }
    const wanted = Array.from({ length: people }, (_, index) => phoneOf(campaign, index));
    const found = compare(wanted, await readPhones(api, channelId));
    lost.push(...found.lost);
    doubled.push(...found.doubled);
    expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { SENT: people } });
  }
  await server.end();
  return { resumed, sentOnce: people * campaigns, lost, doubled, leaked: findLeaks(home) };
}

async function launch(api: Client, campaign: number, people: number) {
  const { body: channel } = await api.post('/api/channels', { name: `Shop ${campaign}`, provider: 'CLOUD_API' });
  const templates = `/api/channels/${channel.id}/chat-templates`;
  const components = [{ type: 'BODY', text: 'Promo!' }];
  const draft = { name: 'promo', category: 'MARKETING', language: 'pt_BR', components };
  const { body: template } = await until(async () => {
    const made = await api.post(templates, draft);
    return made.status === 201 && made;
  });
  const body = { name: `C${campaign}`, channelId: channel.id, channelTemplateId: template.id, audienceSource: 'CSV' };
  const { body: made } = await api.post('/api/marketing-campaigns', { ...body, sendIntervalMs: 250 });
  const path = `/api/marketing-campaigns/${made.id}`;
  const rows = Array.from({ length: people }, (_, index) => ({ phone: phoneOf(campaign, index) }));
  expect((await api.put(`${path}/audience`, { rows })).body.accepted).toBe(people);
  expect((await api.post(`${path}/start`, {})).status).toBe(200);
  return { channelId: channel.id as string, path };
}

/** Waits until everything was sent and every doubt after a crash is resolved. */
const finish = (api: Client, path: string) =>
  until(async () => {
    const { body } = await api.get(path);
    return body.status === 'COMPLETED' && body.recipients.UNKNOWN === 0 && body.recipients.SENDING === 0;
  });

async function until<T>(check: () => Promise<T | false>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const found = await check();
    if (found) return found;
  }
  throw new Error('It did not happen in time');
}

/** Returns the addressee of each message on a channel's phones. */
async function readPhones(api: Client, channelId: string): Promise<string[]> {
  const path = `/api/simulator/channels/${channelId}/messages?limit=100`;
  const phones: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await api.get(cursor === '' ? path : `${path}&cursor=${cursor}`);
    phones.push(...body.data.map((message: { phone: string }) => message.phone));
    cursor = body.nextCursor;
  }
  return phones;
}
