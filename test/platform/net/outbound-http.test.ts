import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { createLog } from '../../../server/platform/log.ts';
import {
  allowOutbound,
  classifyAddress,
  listOutboundAllowed,
} from '../../../server/platform/net/outbound-addresses.ts';
import { OutboundClient, type OutboundRequest, type Resolve } from '../../../server/platform/net/outbound-http.ts';
import { Platform } from '../../../server/platform/platform.ts';

let home: string;
let platform: Platform;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'frontdesk-outbound-'));
  const config = readConfig({ FRONTDESK_HOME: home });
  const background = { jobs: [], subscribers: [], recurring: [] };
  platform = await Platform.open({ config, clock: systemClock, log: createLog('silent') }, background);
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await platform.stop();
  await rm(home, { recursive: true });
});

/** A server on loopback; answers its port and how many connections and requests have reached it. */
async function serve(listener: RequestListener) {
  const sink = { port: 0, connections: 0, requests: 0 };
  const server = createServer((request, response) => {
    sink.requests += 1;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  server.on('connection', () => {
    sink.connections += 1;
  });
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  sink.port = (server.address() as AddressInfo).port;
  return sink;
}

function client(allow: string[] = [], resolve?: Resolve): OutboundClient {
  const config = { ...platform.config, outboundAllow: allow };
  const made = new OutboundClient({ config, database: platform.database }, resolve);
  closing.unshift(() => made.close());
  return made;
}

const codeOf = (spec: OutboundRequest, from = client()) =>
  from.request(spec).then(
    (answer) => answer.status,
    (error) => error.code,
  );

test('classifies every kind of address that is not public', () => {
  const refused = [
    ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1', '100.64.0.1', '192.0.0.8'],
    ...['198.18.0.1', '192.0.2.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1'],
    ...['2002:7f00:1::', '2001:0:0:0:0:0:80ff:fffe', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fec0::1', 'ff02::1'],
    ...['100::1', '2001:db8::1', '5f00::1', '4000::1', 'not an address'],
  ];
  expect(refused.filter((address) => classifyAddress(address) === 'public')).toEqual([]);
  const open = ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'];
  expect(open.map(classifyAddress)).toEqual(open.map(() => 'public'));
});

test('refuses loopback however the host is written, and opens no connection', async () => {
  const sink = await serve((_request, response) => response.end('secret'));
  const outbound = client();
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '127.1',
    '0',
    'localhost',
    'localhost.',
  ];
  const others = [
    '127。0。0。1',
    '①②⑦.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ];
  for (const host of [...hosts, ...others]) {
    const url = `http://${host}:${sink.port}/`;
    expect([host, await codeOf({ url }, outbound)]).toEqual([host, 'not_allowed']);
    await expect(outbound.checkUrl(url), host).rejects.toMatchObject({ code: 'outbound_not_allowed', status: 403 });
  }
  expect(sink.connections).toBe(0);
});

test('refuses other schemes and user names in the URL', async () => {
  const outbound = client(['*']);
  for (const url of [
    'file:///etc/passwd',
    'gopher://example.com/',
    'ftp://example.com/',
    'http://a:b@example.com/',
    'nonsense',
  ]) {
    expect(await codeOf({ url }, outbound)).toBe('not_allowed');
    await expect(outbound.checkUrl(url, 'body.endpoint')).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'body.endpoint' }] },
    });
  }
});

test('refuses a name with any address that is not public', async () => {
  const outbound = client([], async () => ['8.8.8.8', '127.0.0.1']);
  expect(await codeOf({ url: 'http://mixed.test/' }, outbound)).toBe('not_allowed');
});

test('refuses a name that resolves to loopback after it was checked', async () => {
  const sink = await serve((_request, response) => response.end('secret'));
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  const outbound = client([], async () => answers.shift() ?? []);
  const url = `http://flip.test:${sink.port}/`;
  await outbound.checkUrl(url);
  expect(await codeOf({ url }, outbound)).toBe('not_allowed');
  expect(sink.connections).toBe(0);
});

test('connects to the checked address without resolving the name again', async () => {
  const sink = await serve((_request, response) => response.end('hello'));
  const answers = [['127.0.0.1'], ['127.0.0.9']];
  const target = `flip.test:${sink.port}`;
  const outbound = client([target], async () => answers.shift() ?? []);
  expect(await codeOf({ url: `http://${target}/` }, outbound)).toBe(200);
  expect(answers).toHaveLength(1);
});

test('never reaches cloud metadata, even when everything is allowed', async () => {
  const outbound = client(['*'], async () => ['169.254.169.254']);
  const hosts = [
    '169.254.169.254',
    '2852039166',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
  ];
  const others = [
    '[fd00:ec2::254]',
    '[::169.254.169.254]',
    '100.100.100.200',
    '168.63.129.16',
    'metadata.google.internal',
    'alias.test',
  ];
  for (const host of [...hosts, ...others]) {
    expect([host, await codeOf({ url: `http://${host}/latest/`, timeoutMs: 1_000 }, outbound)]).toEqual([
      host,
      'not_allowed',
    ]);
    await expect(outbound.checkUrl(`http://${host}/`), host).rejects.toMatchObject({ code: 'outbound_not_allowed' });
  }
});

test('reaches exactly the host and port that the owner allowed', async () => {
  const sink = await serve((_request, response) => response.end('hello'));
  const other = await serve((_request, response) => response.end('secret'));
  const outbound = client([`127.0.0.1:${sink.port}`]);
  const answer = await outbound.request({ url: `http://127.0.0.1:${sink.port}/` });
  expect([answer.status, answer.body.toString(), answer.truncated]).toEqual([200, 'hello', false]);
  expect(await codeOf({ url: `http://127.0.0.1:${other.port}/` }, outbound)).toBe('not_allowed');
  expect(await codeOf({ url: `http://localhost:${sink.port}/` }, outbound)).toBe('not_allowed');
  expect(other.requests).toBe(0);
});

test('applies a newly allowed address at once', async () => {
  const sink = await serve((_request, response) => response.end());
  const outbound = client();
  const url = `http://localhost:${sink.port}/`;
  expect(await codeOf({ url }, outbound)).toBe('not_allowed');
  await platform.write(({ db }) => allowOutbound(db, `LOCALHOST:${sink.port}`));
  await platform.write(({ db }) => allowOutbound(db, `localhost:${sink.port}`));
  expect(await listOutboundAllowed(platform.database.read)).toEqual([`localhost:${sink.port}`]);
  await outbound.checkUrl(url);
  expect(await codeOf({ url }, outbound)).toBe(200);
  await expect(platform.write(({ db }) => allowOutbound(db, 'http://x/'))).rejects.toMatchObject({ status: 400 });
});

test('refuses to start with a malformed allow list', () => {
  expect(() => client(['localhost'])).toThrow('FRONTDESK_OUTBOUND_ALLOW');
});

test('follows redirects only when asked, up to the limit, and checks each', async () => {
  const secret = await serve((_request, response) => response.end('secret'));
  const sink = await serve((request, response) => {
    const targets: Record<string, string> = {
      '/in': `http://127.0.0.1:${secret.port}/`,
      '/loop': '/loop',
      '/once': '/end',
    };
    const location = targets[request.url ?? ''];
    if (location) response.writeHead(302, { location });
    response.end(request.method);
  });
  const outbound = client([`127.0.0.1:${sink.port}`]);
  const base = `http://127.0.0.1:${sink.port}`;
  expect(await codeOf({ url: `${base}/once` }, outbound)).toBe(302);
  expect(await codeOf({ url: `${base}/in`, maxRedirects: 3 }, outbound)).toBe('not_allowed');
  expect(await codeOf({ url: `${base}/loop`, maxRedirects: 3 }, outbound)).toBe('redirect');
  const answer = await outbound.request({ method: 'POST', body: 'x', url: `${base}/once`, maxRedirects: 1 });
  expect(answer.body.toString()).toBe('GET');
  expect(secret.requests).toBe(0);
});

test('sends no credentials to another origin', async () => {
  const other = await serve((request, response) => response.end(String(request.headers.authorization)));
  const sink = await serve((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
  });
  const request = { url: `http://127.0.0.1:${sink.port}/`, headers: { Authorization: 'Bearer x' }, maxRedirects: 1 };
  expect((await client(['*']).request(request)).body.toString()).toBe('undefined');
});

test('stops a gzip bomb and a huge response at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const sink = await serve((request, response) => {
    if (request.url === '/bomb') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    if (request.url === '/small') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    if (request.url === '/odd') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const outbound = client(['*']);
  const base = `http://127.0.0.1:${sink.port}`;
  for (const path of ['/bomb', '/huge']) {
    expect(await codeOf({ url: base + path, maxBytes: 100_000 }, outbound)).toBe('too_large');
    const cut = await outbound.request({ url: base + path, maxBytes: 2_048, truncate: true });
    expect([cut.body.length, cut.truncated]).toEqual([2_048, true]);
  }
  expect((await outbound.request({ url: `${base}/small` })).body.toString()).toBe('hello');
  expect(await codeOf({ url: `${base}/odd` }, outbound)).toBe('invalid_answer');
  expect(await codeOf({ url: `${base}/bomb`, method: 'HEAD' }, outbound)).toBe(200);
});

test('aborts a response that drips, one that never arrives, and one that the caller cancels', async () => {
  const sink = await serve((request, response) => {
    if (request.url !== '/drip') return;
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const outbound = client(['*']);
  const url = `http://127.0.0.1:${sink.port}`;
  expect(await codeOf({ url: `${url}/drip`, timeoutMs: 200 }, outbound)).toBe('timeout');
  expect(await codeOf({ url, timeoutMs: 200 }, outbound)).toBe('timeout');
  expect(await codeOf({ url, signal: AbortSignal.timeout(50) }, outbound)).toBe('aborted');
});

test('reports why a server was not reached', async () => {
  const gone = await serve(() => {});
  for (const close of closing.splice(0)) await close();
  const outbound = client(['*'], async () => []);
  expect(await codeOf({ url: `http://127.0.0.1:${gone.port}/` }, outbound)).toBe('connect');
  expect(await codeOf({ url: 'http://nowhere.test/' }, outbound)).toBe('dns');
  await outbound.checkUrl('http://nowhere.test/');
  const plain = await serve((_request, response) => response.end());
  expect(await codeOf({ url: `https://127.0.0.1:${plain.port}/` }, outbound)).toBe('tls');
});

test('downloads a successful response up to its limit', async () => {
  const sink = await serve((request, response) => {
    response.statusCode = request.url === '/none' ? 404 : 200;
    response.end(Buffer.alloc(100_000, 'x'));
  });
  const outbound = client(['*']);
  const fetchBytes = async (path: string, maxBytes: number) => {
    let bytes = 0;
    const chunks = outbound.download(`http://127.0.0.1:${sink.port}${path}`, { maxBytes, timeoutMs: 2_000 });
    for await (const chunk of chunks) bytes += chunk.length;
    return bytes;
  };
  expect(await fetchBytes('/', 100_000)).toBe(100_000);
  await expect(fetchBytes('/', 99_999)).rejects.toMatchObject({ code: 'too_large' });
  await expect(fetchBytes('/none', 100_000)).rejects.toMatchObject({ code: 'invalid_answer' });
});
