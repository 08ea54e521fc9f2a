import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { afterClose } from '../../../server/areas/qr/close-rules.ts';
import { type Handlers, Peer } from '../../../server/areas/qr/ipc.ts';
import { type ConnectionChange, clientCalls, serverCalls } from '../../../server/areas/qr/protocol.ts';
import { startChatServer } from '../../doubles/chat-server/chat-server.ts';
import { certificateFile } from '../../doubles/chat-server/chat-server-media.ts';
import { ProxyDouble } from '../../doubles/proxy.ts';
import { eventually } from '../../support/server/app.ts';

const worker = fileURLToPath(new URL('../../../server/areas/qr/qr-client.worker.ts', import.meta.url));
const keyFile = new URL('../../doubles/loopback-key.pem', import.meta.url);

/** A chat server behind TLS, like the vendor's; returns its URL. */
async function startSecureServer(): Promise<string> {
  const chat = await startChatServer();
  const { port } = new URL(chat.url);
  const options = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  const server = createServer(options, (client) => {
    const inner = connect(Number(port), '127.0.0.1');
    inner.pipe(client).pipe(inner);
    for (const socket of [inner, client]) socket.on('error', () => inner.destroy());
  });
  // A client that refuses the certificate ends the handshake.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `wss://localhost:${(server.address() as AddressInfo).port}/ws/chat`;
}

/** Lets a client process connect; returns the first change of its connection. */
async function firstChange(url: string, env: Record<string, string>, proxyUrl: string | null = null) {
  const { NODE_EXTRA_CA_CERTS: _, ...plain } = process.env;
  const child = fork(worker, [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...plain, ...env },
  });
  onTestFinished(() => void child.kill());
  const changes: ConnectionChange[] = [];
  const nothing = async () => null;
  const handlers: Handlers<typeof serverCalls> = {
    ...{ keep: nothing, journal: nothing, receive: nothing, sending: nothing, settled: nothing },
    recall: async () => null,
    connection: async (change) => {
      changes.push(change);
      return null;
    },
  };
  const pipe = {
    send: (message: object) => void child.send(message),
    onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
  };
  const peer = new Peer(pipe, { own: serverCalls, theirs: clientCalls }, handlers);
  const proxy = proxyUrl === null ? null : { http: null, https: proxyUrl, none: '' };
  await peer.ask('open', { auth: [], url, version: null, codeLifetimeMs: null, proxy });
  return eventually(async () => changes[0]);
}

const trusting = { SSL_CERT_FILE: certificateFile };

describe('the client process', () => {
  test('trusts the certificates of the system', async () => {
    expect(await firstChange(await startSecureServer(), trusting)).toMatchObject({ kind: 'code' });
  });

  test('reports an untrusted certificate as a fault of the network', async () => {
    expect(await firstChange(await startSecureServer(), {})).toEqual({
      kind: 'closed',
      code: 0,
      fault: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  test('connects through the proxy of the machine', async () => {
    const proxy = await new ProxyDouble().start();
    const url = await startSecureServer();
    expect(await firstChange(url, trusting, proxy.url)).toMatchObject({ kind: 'code' });
    expect(proxy.targets).toEqual([new URL(url).host]);
  });

  test('reports a proxy that refuses', async () => {
    const proxy = await new ProxyDouble().start();
    proxy.refusal = 407;
    expect(await firstChange(await startSecureServer(), trusting, proxy.url)).toEqual({
      kind: 'closed',
      code: 0,
      fault: 'ERR_PROXY_TUNNEL',
    });
  });
});

describe('a fault of the network', () => {
  test.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'virus scanner or filter that reads the connection'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'virus scanner or filter that reads the connection'],
    ['CERT_NOT_YET_VALID', 'check the clock of this computer'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'sign-in in a browser'],
    ['ERR_PROXY_TUNNEL', 'The proxy of this machine refuses'],
  ])('%s is explained and retried, and never costs the pairing', (fault, reason) => {
    for (const serverErrors of [0, 3, 10]) {
      expect(afterClose({ code: 0, fault }, true, serverErrors)).toEqual({
        kind: 'retry',
        reason: expect.stringContaining(reason),
      });
    }
    expect(afterClose({ code: 0, fault }, false, 0)).toMatchObject({ reason: expect.stringContaining(reason) });
  });

  test('that says nothing to an owner is a lost connection', () => {
    for (const fault of ['ECONNRESET', 'ENOTFOUND', null]) {
      expect(afterClose({ code: 0, fault }, true, 0)).toMatchObject({ reason: expect.stringContaining('was lost') });
      expect(afterClose({ code: 0, fault }, false, 0)).toMatchObject({ reason: expect.stringContaining('be reached') });
    }
  });
});
