import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';

const tries = 20;
const tooLarge = Buffer.alloc(7 * 1024 * 1024, 'a');
const path = '/api/contacts/import';

type Send = (url: string, headers: Record<string, string>, body: Buffer) => Promise<number>;

const byHttp =
  (agent?: Agent): Send =>
  (url, headers, body) =>
    new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers, ...(agent ? { agent } : {}) }, (incoming) => {
        incoming.resume();
        incoming.once('end', () => resolve(incoming.statusCode ?? 0)).once('error', reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });

const byFetch: Send = async (url, headers, body) => {
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  await answer.text();
  return answer.status;
};

async function repeat(send: Send, url: string, headers: Record<string, string>, body = tooLarge): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let i = 0; i < tries; i++) outcomes.push(await send(url, headers, body).catch((error) => error.cause ?? error));
  return outcomes;
}

const all = (status: number): number[] => Array.from({ length: tries }, () => status);

describe('the response to a rejected body arrives', { timeout: 120_000 }, () => {
  test.each<[string, Send]>([
    ['node:http', byHttp()],
    ['fetch', byFetch],
    ['a keep-alive agent', byHttp(new Agent({ keepAlive: true }))],
  ])('413 by %s', async (_name, send) => {
    const { api } = await openWorkspace();
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    expect(await repeat(send, api.url + path, headers)).toEqual(all(413));
  });

  test('401, 403, 404, 415 and 421 on connections that are closed after it', async () => {
    const { api, withScopes } = await openWorkspace();
    const reader = await withScopes('leads.read');
    const close = { connection: 'close', 'content-type': 'application/json' };
    const known = { ...close, authorization: `Bearer ${api.key}` };
    expect(await repeat(byHttp(), api.url + path, close)).toEqual(all(401));
    expect(await repeat(byHttp(), api.url + path, { ...known, authorization: `Bearer ${reader.key}` })).toEqual(
      all(403),
    );
    expect(await repeat(byHttp(), `${api.url}/webhooks/cloud/nix`, close)).toEqual(all(404));
    expect(await repeat(byHttp(), `${api.url}/api/nothing`, known)).toEqual(all(404));
    const text = { ...known, 'content-type': 'text/plain' };
    expect(await repeat(byHttp(), api.url + path, text, tooLarge.subarray(0, 5_000_000))).toEqual(all(415));
    expect(await repeat(byHttp(), api.url + path, { ...known, host: 'evil.example' })).toEqual(all(421));
  });

  test('413 to an upload, on a closed and on a kept connection', async () => {
    const { api } = await openWorkspace();
    const head = '--x\r\nContent-Disposition: form-data; name="other"; filename="a.txt"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), tooLarge, Buffer.from('\r\n--x--\r\n')]);
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'multipart/form-data; boundary=x' };
    const url = `${api.url}/api/conversations/none/upload-media`;
    expect(await repeat(byHttp(), url, { ...headers, connection: 'close' }, body)).toEqual(all(400));
    expect(await repeat(byHttp(new Agent({ keepAlive: true })), url, headers, body)).toEqual(all(400));
  });

  test('at a caller who reads only after it has sent everything', async () => {
    const { api } = await openWorkspace();
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').pause();
    const failed = new Promise((resolve) => socket.once('error', resolve));
    const write = (bytes: Buffer | string) => new Promise((resolve) => socket.write(bytes, resolve));
    const head = ['POST /api/contacts HTTP/1.1', `Host: ${new URL(api.url).host}`, 'Connection: close'];
    await write(`${head.join('\r\n')}\r\nContent-Length: ${tooLarge.length}\r\n\r\n`);
    await write(tooLarge.subarray(0, 65_536));
    // The server has responded by then, and would have closed the connection.
    await sleep(500);
    const rest = tooLarge.subarray(65_536);
    for (let at = 0; at < rest.length && !socket.destroyed; at += 65_536) await write(rest.subarray(at, at + 65_536));
    const heard = text(socket.resume());
    expect(await Promise.race([heard, failed])).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('at curl, which asks before it sends', async () => {
    const { api, home } = await openWorkspace();
    const file = join(home, 'large.json');
    await writeFile(file, tooLarge);
    const ask = (...words: string[]) =>
      promisify(execFile)('curl', [
        '-sS',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        ...words,
        '--data-binary',
        `@${file}`,
      ]);
    const outcomes: string[] = [];
    for (const words of [[], ['-H', 'Expect: 100-continue'], ['-H', 'Expect:'], ['-H', 'Connection: close']]) {
      const { stdout } = await ask(
        ...['-H', `Authorization: Bearer ${api.key}`, '-H', 'Content-Type: application/json', ...words, api.url + path],
      );
      outcomes.push(stdout);
    }
    expect(outcomes).toEqual(['413', '413', '413', '413']);
  });
});

test('a connection serves the next request after a rejected body', async () => {
  const { api } = await openWorkspace();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    statuses.push(await byHttp(agent)(api.url + path, headers, tooLarge));
    statuses.push(await byHttp(agent)(`${api.url}/api/quick-replies`, headers, Buffer.from('{}')));
  }
  expect(statuses).toEqual([413, 400, 413, 400, 413, 400, 413, 400, 413, 400]);
});

describe('a caller that asks before sending a body', () => {
  /** What the server says before a byte of the body is there, and after it. */
  async function converse(url: string, headers: string[], body: string): Promise<string> {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
    const lines = [`POST /api/quick-replies HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers];
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
    await expect.poll(() => heard).toContain('\r\n\r\n');
    if (heard.startsWith('HTTP/1.1 100')) socket.write(body);
    await expect.poll(() => heard).toMatch(/HTTP\/1\.1 [^1]/);
    socket.destroy();
    return heard;
  }

  test('is invited to send an accepted body', async () => {
    const { api } = await openWorkspace();
    const body = JSON.stringify({ shortcut: 'oi', content: 'Bom dia' });
    const headers = [`Authorization: Bearer ${api.key}`, 'Content-Type: application/json'];
    expect(await converse(api.url, headers, body)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });

  test('gets the refusal of a rejected one', async () => {
    const { api } = await openWorkspace();
    expect(await converse(api.url, [], '{}')).toMatch(/^HTTP\/1\.1 401 /);
    const headers = [`Authorization: Bearer ${api.key}`, 'Content-Type: text/plain'];
    expect(await converse(api.url, headers, '{}')).toMatch(/^HTTP\/1\.1 415 /);
  });
});
