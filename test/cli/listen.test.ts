import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startSink, type WebhookSink } from '../doubles/webhook-sink.ts';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { Client, openWorkspace, startApp, type TestApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { signIn } from '../support/server/console.ts';
import { makeHome } from '../support/server/make-home.ts';
import { cliJson, type RunningCli, runCli, startCli, startServerProcess } from '../support/server/processes.ts';
import { emit, subscribe } from '../support/shop/webhooks.ts';

const portOf = (url: string) => ({ FRONTDESK_PORT: new URL(url).port });

/** Starts `listen` at the shop's own server, and waits until it listens. */
async function startListening(shop: TestApp, ...words: string[]): Promise<RunningCli> {
  const running = startCli(shop.home, ['listen', '--workspace', shop.workspace.id, ...words], portOf(shop.api.url));
  await expect.poll(() => running.output.stderr).toContain('Listening to');
  return running;
}

/** The objects that `listen --json` has written. */
const readLines = ({ output }: RunningCli) =>
  output.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const namesOf = (running: RunningCli) => readLines(running).map(({ data }) => data.name);
const secretOf = ({ output }: RunningCli): string => /^Signing secret: (whsec_\S+)$/m.exec(output.stderr)?.[1] ?? '';
const isVerified = (secret: string, { raw, headers }: WebhookSink['requests'][number]): boolean =>
  JSON.stringify(new Webhook(secret).verify(raw, headers)) === raw;

test('an event is shown as it happens, and forwarded as a webhook is', async () => {
  const shop = await openWorkspace();
  const [sink, hook] = [await startSink(), await startSink()];
  await subscribe(shop.api, hook.url);
  const running = await startListening(shop, '--types', 'lead.captured', '--forward-to', `${sink.url}/hooks`);
  await emit(shop, 'order.created', { number: 7 });
  await emit(shop, 'lead.captured', { name: 'Ana \u001B[31mSouza', content: 'x'.repeat(500) }, { name: 'Ana' });
  const [forwarded] = await sink.received(1);
  const [delivered] = await hook.received(1);
  expect(sink.faults).toEqual([]);
  expect(forwarded).toMatchObject({ path: '/hooks', raw: delivered?.raw });
  expect(Object.keys(forwarded?.headers ?? {}).sort()).toEqual(Object.keys(delivered?.headers ?? {}).sort());
  for (const name of ['webhook-id', 'user-agent', 'content-type']) {
    expect(forwarded?.headers[name]).toBe(delivered?.headers[name]);
  }
  expect(isVerified(secretOf(running), forwarded as NonNullable<typeof forwarded>)).toBe(true);
  await expect.poll(() => running.output.stdout).toMatch(/\n$/);
  const { code, stdout, stderr } = await running.end();
  expect(stdout).toMatch(
    /^\d\d:\d\d:\d\d {2}lead\.captured +Ana {1,2}\[31mSouza, x+… {2}evt_\w{26} {2}-> 200 in \d+ ms\n$/,
  );
  expect(stderr).toMatch(/Events: 1, forwarded: 1, failed: 0\n$/);
  expect(code).toBe(0);
  const again = await startListening(shop, '--forward-to', sink.url);
  expect(secretOf(again)).toBe(secretOf(running));
  const { body } = await (await signIn(shop)).get('/owner/sessions');
  const agents = body.data.map(({ userAgent }: { userAgent: string }) => userAgent);
  // The first one has signed out.
  expect(agents.filter((agent: string) => agent.includes('listen'))).toHaveLength(1);
});

test('with a key it listens to any server, as JSON lines, from a time on', async () => {
  const shop = await openWorkspace();
  const folder = await temporaryFolder();
  await emit(shop, 'lead.captured', { name: 'Ana' });
  const { key } = await shop.withScopes('developers.read');
  const listenWith = (text: string, ...words: string[]) =>
    runCli(folder, ['listen', '--url', shop.api.url, ...words], { FRONTDESK_KEY: text });
  const running = startCli(folder, ['listen', '--url', `${shop.api.url}/`, '--since', '1h', '--json'], {
    FRONTDESK_KEY: key,
  });
  await expect.poll(() => namesOf(running)).toEqual(['Ana']);
  await emit(shop, 'lead.captured', { name: 'Bia' });
  await expect.poll(() => namesOf(running)).toEqual(['Ana', 'Bia']);
  const events = await shop.events('lead.captured');
  expect(readLines(running).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect((await running.end('SIGTERM')).code).toBe(0);
  const file = join(folder, 'key.txt');
  await writeFile(file, `${key.replace(/.$/, '')}\n`);
  expect(await listenWith(key, '--key-file', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no key'),
  });
  const { key: weak } = await shop.withScopes('leads.read');
  expect(await listenWith(weak)).toMatchObject({ code: 1, stderr: 'This key lacks the scope developers.read\n' });
  expect(await listenWith(key, '--workspace', 'ws_1')).toMatchObject({ code: 2 });
  expect((await listenWith('sk-1')).stderr).toBe('This is no key of Frontdesk: it begins with fd_live_\n');
});

test('it goes on after the server was restarted or killed, without loss or repetition', async () => {
  const home = await temporaryFolder();
  const env = { FRONTDESK_PORT: String(await freePort()) };
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  let server = await startServerProcess(home, env);
  const api = new Client(server.url, key);
  const create = async (name: string) => expect((await api.post('/api/ai-agents', { name })).status).toBe(201);
  const running = startCli(home, ['listen', '--types', 'bot.created', '--json'], env);
  await expect.poll(() => running.output.stderr).toContain('Listening to');
  for (const [name, signal] of [
    ['Ana', 'SIGTERM'],
    ['Bia', 'SIGKILL'],
  ] as const) {
    await server.end(signal);
    await expect.poll(() => running.output.stderr.split('The connection is lost').length).toBe(name === 'Ana' ? 2 : 3);
    server = await startServerProcess(home, env);
    // At once: it has hardly connected again.
    await create(name);
    await expect.poll(() => namesOf(running)).toContain(name);
  }
  await create('Caio');
  await expect.poll(() => namesOf(running)).toEqual(['Ana', 'Bia', 'Caio']);
  expect(running.output.stderr).toContain('Connected again');
  expect((await running.end()).code).toBe(0);
});

test('an event that the receiver refuses is sent four times, and then the next one', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  sink.answerWith({ status: 500 });
  const running = await startListening(shop, '--forward-to', sink.url, '--json');
  for (const name of ['Ana', 'Bia']) await emit(shop, 'lead.captured', { name });
  const requests = (await sink.received(4)).slice(0, 4);
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  sink.answerWith({ status: 204 });
  await expect.poll(() => namesOf(running)).toEqual(['Ana', 'Bia']);
  expect(readLines(running).map(({ forwarded }) => forwarded)).toMatchObject([
    { status: 500, error: 'status 500', attempts: 4 },
    { status: 204, error: null },
  ]);
  expect(running.output.stderr).toContain('Not delivered: status 500. Again in 4 s.');
  expect((await running.end()).stderr).toMatch(/Events: 2, forwarded: 1, failed: 1\n$/);
});

test('it says when events may be missing', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  clock.advance(200 * 24 * 3_600_000);
  const words = ['listen', '--since', '2026-11-21T12:00:00Z', '--url', shop.api.url, '--json'];
  const running = startCli(shop.home, words, { FRONTDESK_KEY: shop.api.key });
  await expect.poll(() => readLines(running)).toMatchObject([{ type: 'gap', missingFrom: '2026-11-21T12:00:00.000Z' }]);
  const { stderr } = await running.end();
  expect(stderr).toMatch(/^Events may be missing\. Events are stored for 90 days: .* Read again what you keep/m);
});

test('it fails with one line where no server is, where another one is, and for an address that webhooks may not reach', async () => {
  const home = await temporaryFolder();
  await makeHome(home);
  const absent = await runCli(home, ['listen'], { FRONTDESK_PORT: String(await freePort()) });
  expect(absent).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No server answers at \S+: .*\n$/),
  });
  const other = await openWorkspace();
  const wrong = await runCli(home, ['listen', '--json'], portOf(other.api.url));
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(wrong.stderr).error.message).toContain(`does not use the data folder ${home}`);
  const forward = (url: string) => runCli(home, ['listen', '--forward-to', url], portOf(other.api.url));
  expect((await forward('http://192.168.77.7:80/')).stderr).toContain('npx frontdesk outbound allow 192.168.77.7:80');
  expect(await forward('http://169.254.169.254/')).toMatchObject({ code: 1 });
});
