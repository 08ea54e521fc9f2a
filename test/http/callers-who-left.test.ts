import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Request } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { readBytes } from '../../server/http/body/read-bytes.ts';
import { readUpload } from '../../server/http/body/uploads.ts';
import { leavingOf } from '../../server/http/leaving.ts';
import { Files } from '../../server/platform/files/files.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';

/** Returns a request whose caller left before its body was read, and its response. */
async function leave(body: string): Promise<{ request: Request; response: ServerResponse }> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const type = 'Content-Type: multipart/form-data; boundary=x';
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 10\r\n\r\n${body}`);
  const [request, response] = await once(server, 'request');
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  return { request, response };
}

test.each([
  ['part of a body', 'x'],
  ['a whole body', 'x'.repeat(10)],
])('a body is not waited for after its caller has left: %s', async (_name, body) => {
  const { request } = await leave(body);
  await expect(readBytes(request, 100)).rejects.toMatchObject({ code: 'validation_failed' });
});

test('an upload is not waited for after its caller has left', async () => {
  const { request } = await leave('--x');
  const files = new Files(await temporaryFolder());
  const upload = readUpload(request, files, { field: 'file', maxFiles: 1, maxBytes: 100 });
  await expect(upload).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a call is abandoned at once when its caller has left before', async () => {
  const { response } = await leave('');
  expect(leavingOf(response).aborted).toBe(true);
});
