import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { token as airtableToken, startAirtable } from './doubles/airtable-server.ts';
import { client, startGoogle } from './doubles/google-server.ts';
import type { JsonCall } from './doubles/json-server.ts';
import { databaseId, token as notionToken, startNotion } from './doubles/notion-server.ts';
import { temporaryFolder } from './support/environment/temporary-folder.ts';
import { unzip } from './support/files/unzip.ts';
import { Client, eventually } from './support/server/app.ts';
import { signInAtProcess } from './support/server/console.ts';
import { cliJson, runCli, type ServerProcess, startServerProcess } from './support/server/processes.ts';
import { jobsOf } from './support/shop/integrations.ts';
import { haircut, makeAgent } from './support/shop/sales.ts';

const [google, notion, airtable] = await Promise.all([startGoogle(), startNotion(), startAirtable()]);
afterAll(() => Promise.all([google, notion, airtable].map((double) => double.close())));

const canary = (name: string): string => `${name}${randomBytes(9).toString('hex')}`;
const wrongTokens = { notion: `ntn_${canary('wrong')}`, airtable: `pat${canary('wrong')}` };
/** What the shop's customers are called: in its data, and in nothing that is printed. */
const names = { google: canary('Ana'), calendar: canary('Bia'), notion: canary('Caio'), airtable: canary('Davi') };

/** A careless side fails and repeats what it was sent; as an OAuth server it says so in the very field of its error. */
const gossip =
  (status: number) =>
  ({ headers, raw, query }: JsonCall) => {
    const told = `no such user: ${headers.authorization} ${query}`;
    return { status, body: { error: `${told} ${decodeURIComponent(raw)}`, error_description: told, message: told } };
  };

/** All that lets somebody in at one of the three: the tokens, and what they are made of. */
function secretsOf(): Record<string, string> {
  const sent = google.calls.filter(({ path }) => path === '/token').map(({ raw }) => new URLSearchParams(raw));
  const verifiers = sent.flatMap((form) => form.get('code_verifier') ?? []);
  return {
    ...Object.fromEntries(google.secrets.map((secret, index) => [`google ${index}`, secret])),
    ...Object.fromEntries(verifiers.map((verifier, index) => [`verifier ${index}`, verifier])),
    ...{ clientSecret: client.clientSecret, notionToken, airtableToken },
    ...{ 'wrong notion': wrongTokens.notion, 'wrong airtable': wrongTokens.airtable },
  };
}

const found = (text: string, wanted: Record<string, string>): string[] =>
  Object.entries(wanted).flatMap(([name, value]) =>
    [value, encodeURIComponent(value)].some((form) => text.includes(form)) ? [name] : [],
  );

/** A server at its most talkative that takes the doubles for Google, Notion and Airtable. */
async function startTalkative() {
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const doubles = { ...google.endpoints, notion: `${notion.url}/v1`, airtable: `${airtable.url}/v0` };
  const server = await startServerProcess(home, {
    ...{ FRONTDESK_LOG: 'debug', FRONTDESK_OUTBOUND_ALLOW: '*' },
    NODE_OPTIONS: `--import=${new URL('support/environment/replace-endpoints.ts', import.meta.url)}`,
    FRONTDESK_TEST_ENDPOINTS: JSON.stringify(doubles),
  });
  const api = new Client(server.url, key);
  const answers: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, body);
    answers.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { home, server, api, answers, call };
}

type Talkative = Awaited<ReturnType<typeof startTalkative>>;

/** Connects one of Google's connectors; the first exchange of the code is refused by a careless answer. */
async function consent({ call, answers }: Talkative, connector: string): Promise<string> {
  const { id, authorizationUrl } = await call('POST', '/api/integrations', { connector, credentials: client });
  // The state belongs to the browser that goes there: it is told this once.
  answers.pop();
  const back = google.consent(authorizationUrl);
  google.failures.push(gossip(400));
  for (const status of [400, 200]) {
    const landed = await fetch(back, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } });
    answers.push(await landed.text());
    expect(landed.status).toBe(status);
  }
  return id;
}

/** Binds the event, has it happen with a careless other side and then again with a kind one, and reads the history. */
async function sync(
  { call, api }: Talkative,
  double: { failures: unknown[] },
  draft: { installationId: string; eventName: string; action: string; config: object },
  happen: () => Promise<unknown>,
): Promise<void> {
  const binding = await call('POST', '/api/integrations/bindings', draft);
  const ended = async (count: number) => {
    const jobs = await jobsOf(api, binding.id);
    return (
      jobs.length === count && jobs.every(({ status }: { status: string }) => !/PENDING|RUNNING/.test(status)) && jobs
    );
  };
  double.failures.push(gossip(500));
  await happen();
  const [failed] = await eventually(() => ended(1));
  expect(failed.status).toBe('RETRYING');
  await happen();
  const [done] = await eventually(() => ended(2));
  expect(done.status).toBe('SUCCEEDED');
  for (const { id } of [failed, done]) await call('GET', `/api/integrations/sync-jobs/${id}`);
  double.failures.push(gossip(500));
  await call('POST', `/api/integrations/${draft.installationId}/check`);
  await call('GET', `/api/integrations/${draft.installationId}`);
  double.failures.push(gossip(500));
  await call('GET', `/api/integrations/${draft.installationId}/targets?action=${draft.action}`);
  await call('PATCH', `/api/integrations/bindings/${binding.id}`, { active: false });
}

/** Everything that the three can do, and everything that can go wrong with them. */
async function placeAll(talkative: Talkative): Promise<void> {
  const { call, api } = talkative;
  const aiAgentId = await makeAgent(api);
  let leads = 0;
  const lead = (name: string) => () =>
    api.post('/api/leads', { aiAgentId, phone: `+5511987654${300 + leads++}`, name });
  const captured = { eventName: 'lead.captured' };
  const fields = { Nome: '{{data.name}}' };

  for (const [connector, token] of Object.entries(wrongTokens)) {
    (connector === 'notion' ? notion : airtable).failures.push(gossip(401));
    const refused = await call('POST', '/api/integrations', { connector, credentials: { token } });
    expect(refused.code).toBe('credentials_refused');
  }
  const pages = await call('POST', '/api/integrations', { connector: 'notion', credentials: { token: notionToken } });
  const page = { ...captured, action: 'create_page', config: { database: databaseId, fields } };
  await sync(talkative, notion, { installationId: pages.id, ...page }, lead(names.notion));
  const credentials = { token: airtableToken };
  const bases = await call('POST', '/api/integrations', { connector: 'airtable', credentials });
  const record = { ...captured, action: 'create_record', config: { base: 'appLeads', table: 'tblMain', fields } };
  await sync(talkative, airtable, { installationId: bases.id, ...record }, lead(names.airtable));

  const sheets = await consent(talkative, 'google_sheets');
  const row = { ...captured, action: 'append_row', config: { spreadsheet: 'sheet_1', sheet: "Ana's", fields } };
  await sync(talkative, google, { installationId: sheets, ...row }, lead(names.google));
  // From here on every call renews its token.
  google.tokenLifeSeconds = 30;
  const calendar = await consent(talkative, 'google_calendar');
  const event = {
    eventName: 'appointment.created',
    action: 'sync_appointment',
    config: { calendar: 'agenda@example.com' },
  };
  let hour = 10;
  const book = () => {
    const times = { startTime: `2026-11-23T${hour}:00`, endTime: `2026-11-23T${hour + 1}:00` };
    hour += 1;
    return api.post('/api/appointments', haircut(aiAgentId, { ...times, clientName: names.calendar }));
  };
  await sync(talkative, google, { installationId: calendar, ...event }, book);
  google.failures.push(gossip(400));
  await call('POST', `/api/integrations/${calendar}/check`);
  for (const path of ['', '/bindings', '/sync-jobs']) await call('GET', `/api/integrations${path}`);
  await call('DELETE', `/api/integrations/${sheets}`);
}

/** What the owner takes away: every table and file. */
async function exportAll(server: ServerProcess): Promise<string> {
  const owner = await signInAtProcess(server);
  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers });
  expect(answer.status).toBe(200);
  return Object.values(await unzip(Buffer.from(await answer.arrayBuffer()))).join('\n');
}

test('tokens for Google, Notion and Airtable appear nowhere, even when the services repeat them', async () => {
  const talkative = await startTalkative();
  const { home, server, answers } = talkative;
  await placeAll(talkative);
  const secrets = secretsOf();
  // A code, a refresh token, and access tokens of two consents, their verifiers, and five that were typed in.
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(13);
  expect([...google.faults, ...notion.faults, ...airtable.faults]).toEqual([]);
  expect(answers.join('\n')).toContain('no such user');
  for (const answer of answers) expect([answer, found(answer, secrets)]).toEqual([answer, []]);

  const processes = execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' });
  const doctor = await runCli(home, ['doctor', '--json']);
  expect(found(processes + doctor.stdout + doctor.stderr, { ...secrets, ...names })).toEqual([]);
  const exported = await exportAll(server);
  expect(found(exported, names)).toEqual(Object.keys(names));
  expect(found(exported, secrets)).toEqual([]);
  expect((await runCli(home, ['backup', join(home, 'copy.backup')])).code).toBe(0);
  expect(await server.end()).toBe(0);
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    expect([name, found(readFileSync(join(parentPath, name), 'latin1'), secrets)]).toEqual([name, []]);
  }
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['frontdesk.sqlite', 'copy.backup']));
  const { stdout, stderr } = server.output;
  expect(stderr.split('\n').length).toBeGreaterThan(15);
  expect(found(stdout + stderr, { ...secrets, ...names })).toEqual([]);
});
