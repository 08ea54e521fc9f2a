import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { openParentPipe } from '../../server/platform/running/child-process.ts';
import { settle } from './make-electron.ts';
import { eventually, openServer } from './open-server.ts';
import { KeyStoreDouble } from './session-double.ts';

const key = 'ab'.repeat(32);

describe('the key', () => {
  test('is taken over from the server, whose file is deleted only once it is stored', async () => {
    const { server, latest, keyFile, store } = await openServer();
    await server.start();
    expect(latest().messages).toEqual([{ type: 'start', secretKey: null, keepsKey: true }]);
    latest().tell({ type: 'store-key', secretKey: key });
    await eventually(() => latest().messages.length === 2);
    expect(latest().messages[1]).toEqual({ type: 'key-stored' });
    expect(readFileSync(keyFile, 'utf8')).not.toContain(key);
    expect(statSync(keyFile).mode & 0o077).toBe(0);
    expect((await store.decryptStringAsync(readFileSync(keyFile))).result).toBe(key);
  });

  test('is passed to the server at the next start', async () => {
    const { server, latest, keyFile, store } = await openServer();
    writeFileSync(keyFile, await store.encryptStringAsync(key));
    await server.start();
    expect(latest().messages).toEqual([{ type: 'start', secretKey: key, keepsKey: true }]);
  });

  test('is sealed again when the system requests it', async () => {
    const { server, keyFile, store } = await openServer();
    writeFileSync(keyFile, await store.encryptStringAsync(key));
    store.shouldReEncrypt = true;
    await server.start();
    expect(store.encryptions).toBe(2);
  });

  test('stays in the file when the system cannot protect it', async () => {
    const basic = new KeyStoreDouble();
    basic.backend = 'basic_text';
    const none = new KeyStoreDouble();
    none.isThere = false;
    for (const store of [basic, none]) {
      const { server, latest, events } = await openServer({ store });
      await server.start();
      expect(latest().messages).toEqual([{ type: 'start', secretKey: null, keepsKey: false }]);
      expect(events.onNoKeyStore).toHaveBeenCalledTimes(1);
    }
  });

  test('does not depend on the name of the store except on Linux', async () => {
    const store = new KeyStoreDouble();
    store.backend = 'basic_text';
    const { server, latest } = await openServer({ store, platform: 'win32' });
    await server.start();
    expect(latest().messages).toEqual([{ type: 'start', secretKey: null, keepsKey: true }]);
  });

  test('starts no server and changes nothing when it is unreadable', async () => {
    const { server, events, processes, keyFile, store } = await openServer();
    writeFileSync(keyFile, await store.encryptStringAsync(key));
    const before = readFileSync(keyFile);
    store.isLocked = true;
    await server.start();
    store.isLocked = false;
    store.isThere = false;
    await server.start();
    expect(events.onGaveUp.mock.calls).toEqual([[{ kind: 'key' }], [{ kind: 'key' }]]);
    expect(processes).toEqual([]);
    expect(readFileSync(keyFile)).toEqual(before);
  });

  test('is not taken over when the store does not return it', async () => {
    const store = new KeyStoreDouble();
    store.encryptStringAsync = async () => Buffer.from('sealed:something else');
    const { server, latest, keyFile, log } = await openServer({ store });
    await server.start();
    latest().tell({ type: 'store-key', secretKey: key });
    await eventually(() => log.tail.join().includes('was not stored'));
    expect(existsSync(keyFile)).toBe(false);
    expect(latest().messages).toHaveLength(1);
  });

  test('stays with the server when it cannot be written', async () => {
    const { server, latest, keyFile, log } = await openServer();
    mkdirSync(`${keyFile}.part`);
    await server.start();
    latest().tell({ type: 'store-key', secretKey: key });
    await eventually(() => log.tail.join().includes('was not stored'));
    expect(latest().messages).toHaveLength(1);
  });
});

describe('a program started for the server', () => {
  /** The server requests its QR client; returns both processes. */
  async function openClient() {
    const opened = await openServer();
    await opened.server.start();
    const server = opened.latest();
    server.tell({ type: 'start-child', requestId: 'child-1', program: 'qr-client.worker' });
    const client = opened.latest();
    await settle();
    const [port] = server.received.at(-1)?.ports ?? [];
    if (!port) throw new Error('The server got no port');
    return { ...opened, server, client, port };
  }

  test('runs without our environment, and communicates with the server over its own channel', async () => {
    const { client, port } = await openClient();
    expect(client.file).toBe('/opt/server/qr-client.worker.js');
    expect(client.options).toMatchObject({ env: { TMPDIR: '/tmp' }, stdio: 'ignore' });
    // The client's own side of the pipe, as the worker opens it.
    const [handed] = client.received;
    const parentPort = { on: (_name: string, listener: (event: object) => void) => listener(handed as object) };
    const pipe = await openParentPipe({ parentPort } as unknown as NodeJS.Process);
    const heard: unknown[] = [];
    const answers: unknown[] = [];
    pipe.onMessage((message) => heard.push(message));
    const onGone = vi.fn();
    pipe.onGone(onGone);
    port.on('message', ({ data }) => answers.push(data));
    port.start();
    port.postMessage({ id: 1, ask: 'close' });
    pipe.send({ id: 1, answer: null });
    expect([heard, answers]).toEqual([[{ id: 1, ask: 'close' }], [{ id: 1, answer: null }]]);
    port.close();
    expect(onGone).toHaveBeenCalledTimes(1);
  });

  test('is reported when it ends, and can be killed', async () => {
    const { server, client } = await openClient();
    server.tell({ type: 'stop-child', requestId: 'child-1' });
    expect(client.isKilled).toBe(true);
    expect(server.messages.at(-1)).toEqual({ type: 'child-ended', requestId: 'child-1' });
  });

  test('ends with the server', async () => {
    const { server, client } = await openClient();
    server.die(1);
    expect(client.isKilled).toBe(true);
  });
});
