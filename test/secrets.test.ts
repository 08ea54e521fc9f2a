import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startGraphServer } from './doubles/graph-server/graph-server.ts';
import { startSink } from './doubles/webhook-sink.ts';
import { temporaryFolder } from './support/environment/temporary-folder.ts';
import { Client, eventually } from './support/server/app.ts';
import { type ConsoleClient, signInByToken } from './support/server/console.ts';
import { cliJson, runCli, startServerProcess } from './support/server/processes.ts';

const canary = (name: string): string => `${name}${randomBytes(9).toString('hex')}`;

/** What lets somebody in somewhere: it may stand in no log, no answer to others, and in clear in no file. */
const tokens = {
  accessToken: `EAA${canary('access')}`,
  appSecret: canary('appsecret'),
  verifyToken: canary('verify'),
  modelKey: canary('modelkey'),
  passphrase: `${canary('phrase')} of the shop`,
  wrongKey: `fd_live_${canary('wrong')}`,
};

/** What people said and who they are: in the database, in exports of it, and nowhere else. */
const personal = {
  text: canary('message'),
  name: canary('Maria'),
  reply: canary('reply'),
  phone: '+5511987650917',
  email: `${canary('mail')}@example.com`,
  address: canary('street'),
};

/** A server at its most talkative, through which everything has passed that must not come out. */
async function startTalkative() {
  const graph = await startGraphServer();
  const sink = await startSink();
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  await cliJson(home, ['outbound', 'allow', new URL(sink.url).host]);
  const running = await startServerProcess(home, { ...graph.env, FRONTDESK_LOG: 'debug' });
  const api = new Client(running.url, key);
  const answers: string[] = [];
  const call = async (client: Client, method: string, path: string, body?: unknown, options = {}) => {
    const answer = await client.call(method, path, body, options);
    answers.push(`${method} ${path} ${answer.status} ${[...answer.headers].join(' ')} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { graph, sink, home, running, api, key, answers, call };
}

type Talkative = Awaited<ReturnType<typeof startTalkative>>;

async function signIn({ api, running }: Talkative): Promise<ConsoleClient> {
  const token = await eventually(async () => /login#(\S+)/.exec(running.output.stdout)?.[1]);
  return signInByToken(api.url, token);
}

/** The owner's side; answers what else must not come out: the webhook's secret and the session's. */
async function placeTokens(talkative: Talkative): Promise<string[]> {
  const { api, call, graph, sink } = talkative;
  const owner = await signIn(talkative);
  await call(owner, 'PUT', '/owner/passphrase', { passphrase: tokens.passphrase });
  const model = { baseUrl: `${sink.url}/v1`, model: 'm', key: tokens.modelKey };
  await call(owner, 'PUT', '/owner/settings/language-model', model);
  await call(owner, 'POST', '/owner/settings/language-model/test');
  const { id } = await call(api, 'POST', '/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  const { accessToken, appSecret, verifyToken } = tokens;
  const credentials = { ...graph.account, accessToken, appSecret, verifyToken };
  // The platform answers that it does not know the token, and repeats it in its message.
  await call(api, 'PUT', `/api/channels/${id}/credentials`, credentials);
  await call(api, 'GET', `/api/channels/${id}/credentials`);
  await call(api, 'GET', `/api/channels/${id}/health`);
  await call(api, 'GET', `/api/channels/${id}`);
  const hook = await api.post('/api/developers/webhooks', {
    url: sink.url,
    events: ['message.received', 'lead.captured'],
  });
  await call(api, 'GET', '/api/developers/webhooks', undefined, { key: tokens.wrongKey });
  return [hook.body.secret, owner.secrets.cookie, owner.secrets.page];
}

/** The shop's side: a customer writes, is answered, ordered for, and everything is asked for in a wrong way too. */
async function placePersons({ api, call, sink }: Talkative): Promise<void> {
  const { phone, name, text, email, address } = personal;
  const channel = await call(api, 'POST', '/api/channels', { name: 'Shop', provider: '<QR_PROVIDER>' });
  const simulator = `/api/simulator/channels/${channel.id}`;
  const { body } = await api.get(`/api/channels/${channel.id}/qr`);
  await api.post(`${simulator}/scan`, { qr: body.qr });
  await api.post(`${simulator}/messages`, { from: phone, name, content: text });
  const [conversation] = await eventually(async () => {
    const { data } = (await api.get('/api/conversations')).body;
    return data.length > 0 && data;
  });
  await api.post(`/api/conversations/${conversation.id}/messages`, { content: personal.reply });
  await api.put(`${simulator}/faults`, { reject: { reason: 'not_on_app', times: 1 } });
  await api.post(`/api/conversations/${conversation.id}/messages`, { content: personal.reply });
  const agent = (await api.post('/api/ai-agents', { name: 'Bia' })).body.id;
  await api.post('/api/leads', { aiAgentId: agent, phone, name, email, address });
  await api.post('/api/orders', {
    aiAgentId: agent,
    clientName: name,
    clientPhone: phone,
    items: [],
    total: 1,
    address,
  });
  await api.patch(`/api/contacts/${encodeURIComponent(phone)}`, { email: `${email} wrong` });
  await api.get(`/api/conversations?search=${text}`);
  await api.get(`/api/conversations?search=${text}&page=${name}`);
  await api.call('POST', '/api/leads', { [text]: name });
  await sink.received(2);
}

/** All files below a folder, with their modes. */
function listFiles(folder: string): { path: string; mode: number; isFolder: boolean }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path, mode: statSync(path).mode & 0o777, isFolder: entry.isDirectory() };
  });
}

const found = (text: string, wanted: Record<string, string>): string[] =>
  Object.entries(wanted).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

test('secrets appear nowhere, and personal data only where they belong', async () => {
  const talkative = await startTalkative();
  const { home, running, key, answers, api } = talkative;
  const [webhookSecret = '', session = ''] = await placeTokens(talkative);
  await placePersons(talkative);
  const secrets = { ...tokens, key, webhookSecret, session };
  const everything = { ...secrets, ...personal };

  // Who asks the machine what runs on it, and the owner who sends the doctor's findings to somebody.
  const processes = execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' });
  expect(found(processes, everything)).toEqual([]);
  const doctor = await runCli(home, ['doctor', '--json']);
  expect(found(doctor.stdout + doctor.stderr, everything)).toEqual([]);

  // What the API answers to those who may ask.
  for (const path of ['/api/developers/logs', '/api/developers/deliveries', '/api/developers/webhooks']) {
    answers.push(JSON.stringify((await api.get(path)).body));
  }
  expect(answers.length).toBeGreaterThan(10);
  // The owner copies the verify token into the platform's own form.
  expect(found(answers.join('\n'), secrets)).toEqual(['verifyToken']);
  const csv = (await api.get('/api/contacts/export?acknowledged=true')).body;
  expect([found(csv, personal).includes('name'), found(csv, { ...secrets, text: personal.text })]).toEqual([true, []]);

  // What is left on the disk, a backup among it.
  const backup = join(home, 'copy.fdbackup');
  expect((await runCli(home, ['backup', backup])).code).toBe(0);
  const files = listFiles(home);
  expect(files.filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
  for (const { path } of files.filter(({ isFolder }) => !isFolder)) {
    expect([path, found(readFileSync(path, 'latin1'), secrets)]).toEqual([path, []]);
  }
  expect(await running.end()).toBe(0);
  const stored = listFiles(home).filter(({ path }) => path.endsWith('.sqlite'));
  expect(found(stored.map(({ path }) => readFileSync(path, 'latin1')).join(''), personal)).toContain('text');

  // What was printed meanwhile.
  const { stdout, stderr } = running.output;
  expect(stderr.split('\n').length).toBeGreaterThan(15);
  expect(found(stdout + stderr, everything)).toEqual([]);
});

test('a data folder created by the server is readable by its owner alone', async () => {
  const home = join(await temporaryFolder(), 'new');
  const running = await startServerProcess(home);
  const files = listFiles(home);
  expect(files.map(({ path }) => path)).toContain(join(home, 'frontdesk.sqlite'));
  expect(files.filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
  expect(await running.end()).toBe(0);
});
