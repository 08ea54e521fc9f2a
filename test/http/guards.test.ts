import { connect } from 'node:net';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { openWorkspace, startApp } from '../support/server/app.ts';
import { sendRaw } from '../support/server/raw-request.ts';

async function startGuarded(env: Record<string, string> = {}) {
  const { api } = await startApp({ env });
  const port = new URL(api.url).port;
  const get = (headers: Record<string, string>) =>
    sendRaw(`${api.url}/api/quick-replies`, { headers: { authorization: `Bearer ${api.key}`, ...headers } });
  return { get, port };
}

describe('the host of a request', () => {
  test('is this machine, by name or by any address', async () => {
    const { get, port } = await startGuarded();
    for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', '192.168.0.7', hostname()]) {
      expect((await get({ host: `${name}:${port}` })).status).toBe(200);
    }
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a b',
    '127.0.0.1:99999',
    'localhost:65536',
    '[::1%lo]',
    '[::1]:',
    '127.0.0.1:-1',
  ])('may not be another: %j', async (host) => {
    const { get } = await startGuarded();
    const refused = await get({ host });
    expect(refused.status).toBe(421);
    expect(refused.body.code).toBe('misdirected_request');
  });

  test('may be the configured public address', async () => {
    const { get } = await startGuarded({ FRONTDESK_PUBLIC_URL: 'https://desk.shop.example' });
    expect((await get({ host: 'desk.shop.example' })).status).toBe(200);
  });
});

describe('a request with two hosts', () => {
  test('in two headers is refused, whichever is ours', async () => {
    const { api } = await openWorkspace();
    const { host, port } = new URL(api.url);
    const ask = (hosts: string[]): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.once('data', (bytes) => {
          resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
          socket.destroy();
        });
        const lines = ['GET /healthz HTTP/1.1', ...hosts.map((name) => `Host: ${name}`)];
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      });
    expect(await ask([host])).toBe('HTTP/1.1 200 OK');
    for (const hosts of [
      [host, 'evil.example'],
      ['evil.example', host],
      [host, host],
    ]) {
      expect(await ask(hosts)).toBe('HTTP/1.1 400 Bad Request');
    }
  });

  test('in header and target is refused, unless both are the same', async () => {
    const { api } = await openWorkspace();
    const { host } = new URL(api.url);
    const headers = { host, authorization: `Bearer ${api.key}` };
    const get = (target: string) => sendRaw(api.url, { path: target, headers });
    const refused = await get('http://evil.example/api/quick-replies');
    expect([refused.status, refused.body.code]).toEqual([421, 'misdirected_request']);
    expect((await get(`http://user@${host}/api/quick-replies`)).status).toBe(421);
    expect((await get(`http://${host}/api/conversations?limit=x`)).status).toBe(400);
    expect((await get(`http://${host}/api/quick-replies`)).status).toBe(200);
    expect((await get(`http://${host}`)).status).toBe(404);
  });
});

describe('the site that sends a request', () => {
  test('may be the server itself', async () => {
    const { get, port } = await startGuarded();
    const host = `localhost:${port}`;
    expect((await get({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
  ])('may not be another: %j', async (headers) => {
    const { get, port } = await startGuarded();
    const refused = await get({ host: `localhost:${port}`, ...headers });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('cross_origin');
  });

  test('is never granted anything by a CORS header', async () => {
    const { get, port } = await startGuarded();
    const answer = await get({ host: `localhost:${port}`, origin: `http://localhost:${port}` });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
