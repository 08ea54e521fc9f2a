import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Request } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { readBytes } from '../../server/http/body/read-bytes.ts';
import { readUpload } from '../../server/http/body/uploads.ts';
import { connectionLimits, recognise } from '../../server/http/connections/connections.ts';
import { Listeners } from '../../server/http/connections/listeners.ts';
import { Files } from '../../server/platform/files/files.ts';
import { createLog } from '../../server/platform/log.ts';
import { credentialsOf, openCloudShop } from '../areas/cloud/support.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { startApp } from '../support/server/app.ts';
import { signIn } from '../support/server/console.ts';
import { crowd, unfinished } from '../support/server/crowd.ts';

const form = 'Content-Type: multipart/form-data; boundary=x';

test('505 unfinished uploads of one narrow key never cut a request of the owner or of another key', {
  timeout: 120_000,
}, async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const narrow = await shop.withScopes('library.write');
  const upload = unfinished('/api/media-library/upload', 10, [form, `Authorization: Bearer ${narrow.key}`]);
  const uploads = crowd(shop.api.url, 505, upload);
  await expect.poll(uploads.isThrough, { timeout: 60_000 }).toBe(true);
  const fresh = { headers: { connection: 'close' } };
  for (let round = 0; round < 40; round++) {
    expect((await owner.get('/owner/session', fresh)).status).toBe(200);
    expect((await shop.api.get('/api/quick-replies', fresh)).status).toBe(200);
  }
  await expect.poll(() => uploads.answers.length, { timeout: 60_000 }).toBe(405);
  for (const answer of uploads.answers) {
    expect(answer).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: \d+\r\n.*At most 100 requests of one caller/s);
  }
  const another = await shop.withScopes('library.write');
  expect((await another.upload('/api/media-library/upload', 'Menu', 'menu.txt')).status).toBe(201);
});

/**
 * A server that identifies callers by a header, except at `/hook`, which is expected. Responses to `/wait` never end, nor
 * do refusals of `/upload`.
 */
async function serve(limits: Partial<typeof connectionLimits>) {
  const files = new Files(await temporaryFolder());
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = String(request.headers.caller);
    try {
      if (request.url !== '/hook') recognise(request, { id, isPerson: id.startsWith('person') });
      if (request.url === '/upload') {
        await readUpload(request as Request, files, { field: 'file', maxFiles: 1, maxBytes: 1_000_000 });
      } else if (request.method === 'POST') await readBytes(request as Request, 1_000_000);
      if (request.url === '/wait') response.write('{');
      else response.end('{}');
    } catch (error) {
      response.writeHead(429).write((error as Error).message);
      if (request.url !== '/upload') response.end();
    }
  };
  const listeners = new Listeners((request, response) => void handle(request, response), createLog('silent'), {
    limits: { ...connectionLimits, sweepEveryMs: 50, ...limits },
    isExpected: ({ url }) => url === '/hook',
  });
  const port = await listeners.listen('127.0.0.1', 0);
  onTestFinished(() => listeners.close());
  /** Opens a connection and sends a text. */
  return async (text: string | Buffer) => {
    const socket: Socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        answer += bytes;
      });
    await once(socket, 'connect');
    socket.write(text);
    return { socket, answer: () => answer, isClosed: () => socket.closed };
  };
}

const get = (caller: string, path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nCaller: ${caller}\r\n\r\n`;
const post = (caller: string, length: number, body: string, path = '/'): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nCaller: ${caller}\r\nContent-Length: ${length}\r\n\r\n${body}`;

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof serve>>>>;

/** Opens a connection with a recognised request that stays unfinished. */
const wait = async (open: Awaited<ReturnType<typeof serve>>, caller: string) => {
  const one = await open(get(caller, '/wait'));
  await expect.poll(one.answer).toContain('200 OK');
  return one;
};

const limits = { connections: 20, keptForPeople: 5 };

test('when all places are taken, the key with most of them loses its newest, and people keep theirs', async () => {
  const open = await serve(limits);
  const people = [];
  for (let i = 0; i < 5; i++) people.push(await wait(open, `person ${i}`));
  const small = [await wait(open, 'small'), await wait(open, 'small')];
  const large: Opened[] = [];
  for (let i = 0; i < 30; i++) {
    large.push(await wait(open, 'large'));
    // The thirteenth takes the last place; each later connection closes the newest.
    await expect.poll(() => large.filter(({ isClosed }) => isClosed()).length).toBe(Math.max(0, large.length - 13));
  }
  const late = await open(get('person 0', '/'));
  await expect.poll(late.answer).toContain('200 OK');
  expect([...people, ...small].filter(({ isClosed }) => isClosed())).toEqual([]);
  expect(large.slice(0, 12).filter(({ isClosed }) => isClosed())).toEqual([]);
});

test('many keys with few connections each take none of the places kept for people', async () => {
  const open = await serve(limits);
  const person: Opened[] = [];
  for (let i = 0; i < 4; i++) person.push(await wait(open, 'person'));
  const keys: Opened[] = [];
  for (let i = 0; i < 16; i++) keys.push(await wait(open, `key ${i % 8}`));
  for (let i = 0; i < 4; i++) keys.push(await wait(open, `another ${i}`));
  await expect.poll(() => keys.filter(({ isClosed }) => isClosed()).length).toBe(4);
  expect(person.filter(({ isClosed }) => isClosed())).toEqual([]);
});

test('a person who takes more places than are kept for people loses the newest, and no other person any', async () => {
  const open = await serve(limits);
  const others = [await wait(open, 'person 1'), await wait(open, 'key')];
  const greedy: Opened[] = [];
  for (let i = 0; i < 25; i++) greedy.push(await wait(open, 'person 2'));
  await expect.poll(() => greedy.filter(({ isClosed }) => isClosed()).length).toBe(7);
  expect(others.filter(({ isClosed }) => isClosed())).toEqual([]);
});

test('expected senders above their share make room before any recognised caller', async () => {
  // No sweep helps.
  const open = await serve({
    ...limits,
    expected: { ...connectionLimits.expected, connections: 5 },
    sweepEveryMs: 60_000,
  });
  const known = [
    await wait(open, 'key'),
    await wait(open, 'key'),
    await wait(open, 'another'),
    await wait(open, 'person'),
  ];
  const hooks: Opened[] = [];
  for (let i = 0; i < 30; i++) {
    hooks.push(await open(post('', 10, 'x', '/hook')));
    await expect.poll(() => hooks.filter(({ isClosed }) => isClosed()).length).toBe(Math.max(0, hooks.length - 16));
  }
  expect(known.filter(({ isClosed }) => isClosed())).toEqual([]);
  expect(hooks.slice(0, 14).every(({ isClosed }) => isClosed())).toBe(true);
});

test('when only people within their places are left, the oldest unrecognised connection makes room', async () => {
  const open = await serve({ ...limits, sweepEveryMs: 60_000 });
  const person = await wait(open, 'person');
  const hooks: Opened[] = [];
  for (let i = 0; i < 21; i++) hooks.push(await open(post('', 10, 'x', '/hook')));
  await expect.poll(() => hooks.map(({ isClosed }) => isClosed())).toEqual(hooks.map((_, index) => index < 2));
  expect(person.isClosed()).toBe(false);
});

test('idle connections make room first, beginning with the caller that has most', async () => {
  const open = await serve(limits);
  const idle = await open(get('person', '/'));
  await expect.poll(idle.answer).toContain('200 OK');
  const hoard: Opened[] = [];
  for (let i = 0; i < 25; i++) {
    const one = await open(get('hoarder', '/'));
    await expect.poll(one.answer).toContain('200 OK');
    hoard.push(one);
  }
  await expect.poll(() => hoard.filter(({ isClosed }) => isClosed()).length).toBe(6);
  expect(idle.isClosed()).toBe(false);
});

test('the unfinished bodies of one caller may take a share of the memory, and are refused beyond it', async () => {
  const open = await serve({ holder: { unfinishedBodies: 100, bytes: 25_000 } });
  const held: Opened[] = [];
  for (let i = 0; i < 3; i++) held.push(await open(post('key', 10_001, 'x'.repeat(10_000))));
  await expect.poll(() => held.filter(({ answer }) => answer() !== '').length).toBe(1);
  expect(held.map(({ answer }) => answer()).join('')).toMatch(/429 .*may have 25000 bytes together/s);
  const other = await open(post('other', 10_000, 'x'.repeat(10_000)));
  await expect.poll(other.answer).toContain('200 OK');
  // A finished body frees its bytes.
  const [first] = held.filter(({ answer }) => answer() === '');
  first?.socket.write('x');
  await expect.poll(() => first?.answer()).toContain('200 OK');
  const next = await open(post('key', 10_000, 'x'.repeat(10_000)));
  await expect.poll(next.answer).toContain('200 OK');
});

const opening = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const closing = '\r\n--x--\r\n';

/** An upload of 10,000 bytes without its end. */
const upload = (caller: string): string => {
  const body = opening + 'x'.repeat(10_000 - opening.length - closing.length);
  return post(caller, 10_000, body, '/upload').replace('\r\n\r\n', `\r\n${form}\r\n\r\n`);
};

test.each([
  ['key', 2, 'person'],
  ['person', 4, 'key'],
])(
  'the unfinished uploads of a %s may take a share of the disk, and are refused beyond it',
  async (caller, fit, other) => {
    const open = await serve({ uploads: { ofKey: 25_000, ofPerson: 45_000 } });
    const held: Opened[] = [];
    for (let i = 0; i <= fit; i++) held.push(await open(upload(caller)));
    await expect.poll(() => held.filter(({ answer }) => answer() !== '').length).toBe(1);
    const share = caller === 'key' ? 25_000 : 45_000;
    expect(held.map(({ answer }) => answer()).join('')).toMatch(
      new RegExp(`429 .*unfinished uploads of one caller may have ${share} bytes together`, 's'),
    );
    const another = await open(upload(other) + closing);
    await expect.poll(another.answer).toContain('200 OK');
    // A finished upload frees its bytes, and so does a refused one before its response ends.
    const [first] = held.filter(({ answer }) => answer() === '');
    first?.socket.write(closing);
    await expect.poll(() => first?.answer()).toContain('200 OK');
    const next = await open(upload(caller) + closing);
    await expect.poll(next.answer).toContain('200 OK');
  },
);

test('a body that trickles is ended; a fast one may pause', async () => {
  const open = await serve({ slowestBody: { afterMs: 100, bytesPerSecond: 1_024 } });
  const fast = await open(post('key', 900_001, 'x'.repeat(900_000)));
  const slow = await open(post('key', 1_000, 'x'));
  const waiting = await wait(open, 'key');
  await expect.poll(slow.isClosed).toBe(true);
  expect(waiting.isClosed()).toBe(false);
  fast.socket.write('x');
  await expect.poll(fast.answer).toContain('200 OK');
});

test('a webhook that arrives slowly stays while strangers crowd in, since its address is known', {
  timeout: 60_000,
}, async () => {
  const { shop, graph } = await openCloudShop();
  const { pathname, port } = new URL(graph.webhooks.target);
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const { appSecret } = credentialsOf(graph);
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const webhook = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void webhook.destroy());
  webhook.write(`POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Hub-Signature-256: sha256=${signature}\r\n`);
  webhook.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  const strangers = crowd(shop.api.url, 400, 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  await expect.poll(strangers.closed, { timeout: 30_000 }).toBeGreaterThanOrEqual(200);
  webhook.write(body.slice(10));
  const [answer] = await once(webhook, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK/);
});

test('all who come through a tunnel are one sender, who has the share of one address', {
  timeout: 60_000,
}, async () => {
  const shop = await startApp({ env: { FRONTDESK_PUBLIC_URL: 'https://desk.shop.example' } });
  const login = (host: string) =>
    `POST /owner/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  const near = crowd(shop.api.url, 80, login('127.0.0.1'));
  const far = crowd(shop.api.url, 80, login('desk.shop.example'));
  await expect.poll(far.closed, { timeout: 30_000 }).toBe(16);
  expect(near.closed()).toBe(0);
});
