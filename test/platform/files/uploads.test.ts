import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUpload, type UploadLimits } from '../../../server/http/body/uploads.ts';
import { drainAfterResponse } from '../../../server/http/connections/drain.ts';
import { toProblem } from '../../../server/http/send-problem.ts';
import { Files } from '../../../server/platform/files/files.ts';

let home: string;
let files: Files;
let server: Server;
let url: string;
let limits: UploadLimits;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'frontdesk-uploads-'));
  files = new Files(home);
  limits = { field: 'file', maxFiles: 1, maxBytes: 1_000_000 };
  const app = express();
  app.use(drainAfterResponse);
  app.post('/', async (request, response) => {
    try {
      response.json(await readUpload(request, files, limits));
    } catch (error) {
      const problem = toProblem(error);
      response.status(problem.status).json({ code: problem.code, errors: problem.details.errors });
    }
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});

async function post(body: FormData | string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  return { status: response.status, body: (await response.json()) as any };
}

function form(...parts: [field: string, content: string | Blob, name?: string][]): FormData {
  const data = new FormData();
  for (const [field, content, name] of parts) {
    if (name === undefined) data.append(field, content as string);
    else data.append(field, new Blob([content]), name);
  }
  return data;
}

const fieldsOf = (answer: { body: { errors?: { field: string }[] } }) =>
  answer.body.errors?.map((error) => error.field);

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('accepts the file in its field with its full name', async () => {
  const answer = await post(form(['note', 'x'], ['__proto__', 'x'], ['file', 'Olá, freguês', 'cardápio ☕.txt']));
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual([
    { fileName: 'cardápio ☕.txt', blob: expect.objectContaining({ sizeBytes: 14, contentType: 'text/plain' }) },
  ]);
  expect(await filesOnDisk()).toEqual([answer.body[0].blob.hash]);
});

test('accepts several files where allowed, up to the limit', async () => {
  limits = { field: 'files', maxFiles: 2, maxBytes: 100 };
  const two = await post(form(['files', 'one', '1.txt'], ['files', 'two', '2.txt']));
  expect(two.body.map((file: { fileName: string }) => file.fileName)).toEqual(['1.txt', '2.txt']);
  const three = await post(form(['files', 'a', '1.txt'], ['files', 'b', '2.txt'], ['files', 'c', '3.txt']));
  expect([three.status, fieldsOf(three)]).toEqual([400, ['body.files']]);
});

test('returns 415 for a body that is not a form', async () => {
  expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415);
  expect((await post('hello', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
});

test('returns 400 naming the file when it is missing, empty, in another field, or falsely declared an image', async () => {
  const image = new FormData();
  image.append('file', new Blob(['no image'], { type: 'image/png' }), 'x.png');
  const bad = [form(), form(['file', 'text']), form(['file', '', 'x.txt']), form(['photo', 'x', 'x.txt']), image];
  for (const body of bad) {
    const answer = await post(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['body.file']]);
  }
});

test('returns 400 for a form that is malformed, truncated or full of other fields', async () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello';
  expect((await post('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  expect((await post('nothing', multipart)).status).toBe(400);
  expect((await post(cut, multipart)).status).toBe(400);
  const whole = `--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n${cut}\r\n--x\r\n\r\n\r\n--x--\r\n`;
  for (let length = 0; length < whole.length - 6; length++) {
    const { status } = await post(whole.slice(0, length), multipart);
    expect([length, status]).toEqual([length, 400]);
  }
  expect(await filesOnDisk()).toEqual([]);
  const fields = Array.from({ length: 21 }, (_, i): [string, string] => [`field${i}`, 'x']);
  expect((await post(form(...fields, ['file', 'x', 'x.txt']))).status).toBe(400);
  expect(await filesOnDisk()).toEqual([]);
});

test('returns 413 for the declared length before it reads anything', async () => {
  const request = httpRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' },
  });
  request.flushHeaders();
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(413);
  request.destroy();
});

test('returns 413 as soon as the limit is exceeded, and leaves nothing on the disk', async () => {
  const over = await post(form(['file', 'x'.repeat(1_000_001), 'x.txt']));
  expect([over.status, over.body.code]).toEqual([413, 'payload_too_large']);
  expect((await post(form(['file', 'x'.repeat(1_000_000), 'x.txt']))).status).toBe(200);
  expect(await filesOnDisk()).toHaveLength(1);

  const request = httpRequest(url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  request.on('error', () => {});
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
  const timer = setInterval(() => request.write('y'.repeat(65_536)), 1);
  const [response] = await once(request, 'response');
  clearInterval(timer);
  request.destroy();
  expect(response.statusCode).toBe(413);
  expect(await filesOnDisk()).toHaveLength(1);
});

test('leaves nothing on the disk when the caller disconnects', async () => {
  const request = httpRequest(url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  request.on('error', () => {});
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
  request.write('y'.repeat(200_000));
  await expect.poll(filesOnDisk).toHaveLength(1);
  request.destroy();
  await expect.poll(filesOnDisk).toEqual([]);
});
