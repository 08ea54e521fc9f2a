import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/environment/temporary-folder.ts';
import { Client, eventually } from './support/server/app.ts';
import { cliJson, runCli, startServerProcess } from './support/server/processes.ts';
import { makeAgent } from './support/shop/sales.ts';

const canary = (name: string): string => `${name}${randomBytes(9).toString('hex')}`;

const secrets = {
  signingSecret: canary('signing'),
  apiToken: canary('token'),
  apiKey: canary('key'),
  calendarPassword: canary('calendar'),
  mailPassword: canary('mail'),
  databasePassword: canary('database'),
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A careless REST endpoint: it repeats to whoever asks what it was sent. */
function startEchoing(): Promise<number> {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const [, word = ''] = authorization.split(' ');
    const login = Buffer.from(word, 'base64').toString('latin1');
    // Connected is whoever finds something there.
    response.writeHead(request.method === 'POST' ? 500 : 404, { 'content-type': 'text/plain' });
    response.end(`no such user: ${authorization}; ${word}; ${login}; ${request.headers['x-key']}`);
  });
  onTestFinished(() => server.closeAllConnections());
  return listen(server);
}

/** A careless mail server: it refuses the password and repeats it. */
function startGossip(): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 gossip\r\n');
    socket.on('data', (data) => {
      const [command = '', , login = ''] = data.toString('latin1').trim().split(' ');
      if (/^EHLO/i.test(command)) socket.write('250-gossip\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(command)) {
        const [, user, password] = Buffer.from(login, 'base64').toString('utf8').split('\0');
        socket.write(`535 ${user} may not use ${password} (${login})\r\n`);
      } else socket.write('221 bye\r\n');
    });
  });
  return listen(server);
}

/** Every form in which it could stand somewhere. */
const formsOf = (secret: string): string[] => [
  secret,
  ...[`ana:${secret}`, `\0ana\0${secret}`].map((login) => Buffer.from(login).toString('base64').slice(8, -4)),
];

const found = (text: string): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  );

test('credentials of an integration appear nowhere, even when the other side repeats them', async () => {
  const [echoing, gossip] = [await startEchoing(), await startGossip()];
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  const server = await startServerProcess(home, { FRONTDESK_LOG: 'debug', FRONTDESK_OUTBOUND_ALLOW: '*' });
  const api = new Client(server.url, key);
  const answers: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, body);
    answers.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const connect = (connector: string, credentials: object) =>
    call('POST', '/api/integrations', { connector, credentials });
  const host = { host: '127.0.0.1' };
  const http = await connect('http', {
    baseUrl: `http://127.0.0.1:${echoing}/`,
    signingSecret: secrets.signingSecret,
    headers: { Authorization: `Bearer ${secrets.apiToken}`, 'X-Key': secrets.apiKey },
  });
  const calendar = { serverUrl: `http://127.0.0.1:${echoing}/`, user: 'ana', password: secrets.calendarPassword };
  await connect('caldav', calendar);
  const mail = { ...host, port: gossip, security: 'none', user: 'ana', password: secrets.mailPassword, from: 'a@b.de' };
  await connect('email', mail);
  const database = { ...host, port: echoing, database: 'shop', user: 'ana', password: secrets.databasePassword };
  await connect('database', { ...database, tls: false });
  await connect('database', { ...database, port: secrets.databasePassword });
  expect(http.state).toBe('CONNECTED');

  const binding = { installationId: http.id, eventName: 'lead.captured', action: 'send_event', config: {} };
  await call('POST', '/api/integrations/bindings', binding);
  const aiAgentId = await makeAgent(api);
  await api.post('/api/leads', { aiAgentId, phone: '+5511987654321', name: 'Ana' });
  const job = await eventually(async () => {
    const [newest] = (await api.get('/api/integrations/sync-jobs')).body.jobs;
    return newest?.status === 'RETRYING' && newest;
  });
  await call('GET', `/api/integrations/sync-jobs/${job.id}`);
  await call('POST', `/api/integrations/${http.id}/check`);
  for (const path of ['', '/bindings', '/sync-jobs', `/${http.id}`]) await call('GET', `/api/integrations${path}`);
  await call('GET', '/api/developers/logs');
  expect(answers.join('\n')).toContain('no such user');
  expect(found(answers.join('\n'))).toEqual([]);

  const processes = execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' });
  const doctor = await runCli(home, ['doctor', '--json']);
  expect(found(processes + doctor.stdout + doctor.stderr)).toEqual([]);
  expect((await runCli(home, ['backup', join(home, 'copy.backup')])).code).toBe(0);
  expect(await server.end()).toBe(0);
  for (const name of readdirSync(home)) {
    if (!/sqlite|backup/.test(name)) continue;
    expect([name, found(readFileSync(join(home, name), 'latin1'))]).toEqual([name, []]);
  }
  expect(server.output.stderr.split('\n').length).toBeGreaterThan(10);
  expect(found(server.output.stdout + server.output.stderr)).toEqual([]);
});
