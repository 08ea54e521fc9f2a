import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { connectionLimits, recognise } from '../../server/http/connections/connections.ts';
import { Listeners } from '../../server/http/connections/listeners.ts';
import { createLog } from '../../server/platform/log.ts';
import { ensureCertificate } from '../../server/platform/net/tls.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { callTls } from '../support/server/raw-request.ts';

test('strangers make room on a TLS port too, and recognised callers stay', async () => {
  const certificate = await ensureCertificate(await temporaryFolder(), new Date());
  const listeners = new Listeners(
    (request, response) => {
      if (request.headers.authorization) recognise(request, { id: 'key', isPerson: false });
      else if (request.method === 'GET') response.end('{}');
    },
    createLog('silent'),
    {
      limits: {
        ...connectionLimits,
        strangers: { ...connectionLimits.strangers, connections: 5 },
        strangerPatienceMs: Number.POSITIVE_INFINITY,
        sweepEveryMs: 50,
      },
    },
  );
  const port = await findFreePort();
  expect(await listeners.serve({ addresses: ['127.0.0.1'], port, certificate })).toMatchObject({ fault: null });
  onTestFinished(() => listeners.close());
  const open = (text: string) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => socket.write(text));
    onTestFinished(() => void socket.destroy());
    return socket.on('error', () => {});
  };
  const known = open('GET / HTTP/1.1\r\nHost: x\r\nAuthorization: y\r\n\r\n');
  await new Promise((resolve) => known.once('secureConnect', resolve));
  const closed: number[] = [];
  for (let i = 0; i < 8; i++) {
    // With its headers whole and its body held back nothing but the crowd ends it.
    const stranger = open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n').on('close', () => {
      closed.push(i);
    });
    await new Promise((resolve) => stranger.once('secureConnect', resolve).once('close', resolve));
  }
  await expect.poll(() => closed.toSorted()).toEqual([0, 1, 2]);
  expect(known.closed).toBe(false);
  expect((await callTls(`https://127.0.0.1:${port}/`, certificate.cert)).status).toBe(200);
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
