import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settle } from './make-electron.ts';
import { eventually, openServer } from './open-server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a server that crashes', () => {
  test('is restarted with growing delays, and given up after four crashes with a reason', async () => {
    const { server, events, processes, latest } = await openServer();
    await server.start();
    latest().die(1);
    expect(events.onDown).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(processes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => processes.length === 2);
    latest().die(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await eventually(() => processes.length === 3);
    latest().die(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await eventually(() => processes.length === 4);
    latest().tell({ type: 'failed', message: 'The disk is gone' });
    latest().die(1);
    expect(events.onGaveUp).toHaveBeenCalledExactlyOnceWith({ kind: 'stopped', message: 'The disk is gone' });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(processes).toHaveLength(4);
  });

  test('without a reason is restarted often enough to set aside two items', async () => {
    const { server, events, processes, latest } = await openServer();
    await server.start();
    for (let count = 2; count < 9; count++) {
      latest().die(137);
      await vi.advanceTimersByTimeAsync(2_000);
      await eventually(() => processes.length === count);
    }
    expect(events.onGaveUp).not.toHaveBeenCalled();
    latest().die(137);
    expect(events.onGaveUp).toHaveBeenCalledExactlyOnceWith({ kind: 'stopped', message: null });
  });

  test('occasionally is always restarted', async () => {
    const { server, events, processes, latest } = await openServer();
    await server.start();
    for (let count = 2; count < 8; count++) {
      latest().die(1);
      await vi.advanceTimersByTimeAsync(40_000);
      await eventually(() => processes.length === count);
    }
    expect(events.onGaveUp).not.toHaveBeenCalled();
  });

  test('can be restarted by the owner after it was given up', async () => {
    const { server, events, processes, latest } = await openServer();
    await server.start();
    for (let count = 2; count < 5; count++) {
      latest().die(1);
      await vi.advanceTimersByTimeAsync(2_000);
      await eventually(() => processes.length === count);
    }
    latest().tell({ type: 'failed', message: 'The disk is gone' });
    latest().die(1);
    await server.start();
    expect(processes).toHaveLength(5);
    latest().die(1);
    expect(events.onGaveUp).toHaveBeenCalledTimes(1);
    expect(events.onDown).toHaveBeenCalledTimes(4);
  });

  test('resolves pending login links to null', async () => {
    const { server, latest } = await openServer();
    await server.start();
    const link = server.createLoginLink();
    latest().die(1);
    expect(await link).toBeNull();
  });
});

describe('stopping', () => {
  test('asks the server and waits until it has exited', async () => {
    const { server, events, latest } = await openServer();
    await server.start();
    await server.stop();
    expect(latest().messages.at(-1)).toEqual({ type: 'stop' });
    expect(latest().isKilled).toBe(false);
    expect(events.onDown).not.toHaveBeenCalled();
  });

  test('kills a server that does not respond', async () => {
    const { server, latest } = await openServer();
    await server.start();
    const child = latest();
    child.postMessage = () => {};
    const stopped = server.stop();
    await vi.advanceTimersByTimeAsync(11_999);
    expect(child.isKilled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    expect(child.isKilled).toBe(true);
  });

  test('cancels a pending restart', async () => {
    const { server, processes, latest } = await openServer();
    await server.start();
    latest().die(1);
    await server.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(processes).toHaveLength(1);
  });
});

describe('a message of the server', () => {
  test('answers the login-link request with the same id', async () => {
    const { server, latest } = await openServer();
    await server.start();
    const links = [server.createLoginLink(), server.createLoginLink()];
    const asked = latest().messages.filter((message) => message.type === 'login-link');
    for (const { requestId } of asked.toReversed()) {
      latest().tell({ type: 'login-link', requestId, url: `http://127.0.0.1:7420/login#${requestId}` });
    }
    expect(await Promise.all(links)).toEqual(asked.map(({ requestId }) => `http://127.0.0.1:7420/login#${requestId}`));
    const late = server.createLoginLink();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toBeNull();
  });

  test.each([
    { type: 'ready', url: 'http://127.0.0.1:7420' },
    { type: 'ready', url: 'nowhere', consoleUrl: 'http://127.0.0.1:7420/login' },
    { type: 'status', channels: { count: -1, connected: 0 }, sendingPaused: false, waiting: 0 },
    { type: 'alert', kind: 'waiting', conversationId: '../../etc', contactName: 'Maria', summary: '' },
    {
      type: 'alert',
      kind: 'waiting',
      conversationId: 'conv_01h455vb4pex5vsknk084sn02q',
      contactName: 'x'.repeat(201),
      summary: '',
    },
    { type: 'start-child', requestId: 'a', program: 'rm' },
    { type: 'store-key', secretKey: 'short' },
    { type: 'failed', message: 'x', more: 1 },
    { type: 'unheard-of' },
    null,
    'ready',
  ])('is dropped when it does not fit the protocol: %j', async (message) => {
    const { server, events, processes, latest, keyFile, log } = await openServer();
    await server.start();
    latest().tell(message as object);
    for (const listener of Object.values(events)) expect(listener).not.toHaveBeenCalled();
    expect([processes.length, existsSync(keyFile)]).toEqual([1, false]);
    expect(log.tail.join()).toContain('an unknown message');
  });

  test('is logged to a file, with the last lines in memory, when it is printed', async () => {
    const { server, latest, log, home } = await openServer();
    await server.start();
    latest().stdout.write('Frontdesk is ');
    latest().stdout.write('ready\n');
    latest().stderr.write(`${Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n')}\n`);
    await settle();
    expect(log.tail).toHaveLength(200);
    expect(log.tail.at(-1)).toBe('line 299');
    const file = join(home, 'logs', 'server.log');
    expect(readFileSync(file, 'utf8')).toMatch(/^Frontdesk is ready\nline 0\n/);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
