import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type EventGap,
  EventGapError,
  type EventKind,
  type EventsOptions,
  Frontdesk,
  FrontdeskError,
  type FrontdeskEvent,
} from '../../build/client/package/index.ts';
import { startProxy } from '../doubles/flaky-proxy.ts';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { openWorkspace } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';

/** Follows the stream in the background, as a program would. */
function follow<Kind extends EventKind>(frontdesk: Frontdesk, options: EventsOptions<Kind> = {}) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const names: string[] = [];
  const read = async () => {
    for await (const event of frontdesk.events({ ...options, signal: leaving.signal })) {
      const { type, data }: FrontdeskEvent = event;
      if (type === 'bot.created') names.push(data.name);
    }
  };
  return { names: () => names, ended: read(), stop: () => leaving.abort() };
}

async function openShop() {
  const { api, withScopes } = await openWorkspace();
  const proxy = await startProxy(api.url);
  const make = async (...names: string[]) => {
    for (const name of names) await api.post('/api/ai-agents', { name });
  };
  const streams = () => proxy.seen.filter(({ path }) => path.startsWith('/api/events/stream'));
  return { api, proxy, make, streams, withScopes, frontdesk: new Frontdesk({ url: proxy.url, key: api.key }) };
}

const isOpen = (shop: { streams(): unknown[] }, count = 1) => expect.poll(() => shop.streams().length).toBe(count);

describe('The live stream', () => {
  test('goes on after a break with what happened meanwhile, each event once and in order', async () => {
    const shop = await openShop();
    await shop.make('Before');
    const stream = follow(shop.frontdesk);
    await isOpen(shop);
    // Before the first event, too.
    shop.proxy.cut();
    await shop.make('Ana');
    await expect.poll(stream.names).toEqual(['Ana']);
    shop.proxy.cut();
    await shop.make('Bia', 'Caio');
    await expect.poll(stream.names).toEqual(['Ana', 'Bia', 'Caio']);
    await shop.make('Davi');
    await expect.poll(stream.names).toEqual(['Ana', 'Bia', 'Caio', 'Davi']);
  });

  test('goes on after the server was restarted', async () => {
    const home = await temporaryFolder();
    const env = { FRONTDESK_PORT: String(await freePort()) };
    const { key } = await cliJson(home, ['keys', 'create', '--name', 'stream', '--scopes', 'all']);
    const first = await startServerProcess(home, env);
    const frontdesk = new Frontdesk({ url: first.url, key });
    await frontdesk.createAgent({ body: { name: 'Before' } });
    const stream = follow(frontdesk, { types: ['bot.created'] });
    await expect
      .poll(async () => {
        await frontdesk.createAgent({ body: { name: 'First' } });
        return stream.names().length;
      })
      .toBeGreaterThan(0);
    await first.end();
    await startServerProcess(home, env);
    await frontdesk.createAgent({ body: { name: 'Second' } });
    await expect.poll(() => stream.names().at(-1)).toBe('Second');
    const { data } = await frontdesk.listAgents();
    expect(stream.names()).toHaveLength(data.length - 1);
  });

  test('begins after the event that the caller names, and has the kinds that it asks for', async () => {
    const shop = await openShop();
    await shop.make('Ana', 'Bia');
    const { data } = await shop.frontdesk.listEventLog({ event: 'bot.created' });
    const after = data.at(-1)?.id ?? '';
    await expect.poll(follow(shop.frontdesk, { after, types: ['bot.created', 'bot.deleted'] }).names).toEqual(['Bia']);
    const others = follow(shop.frontdesk, { after, types: ['order.created'] });
    await isOpen(shop, 2);
    expect(shop.streams().at(-1)?.path).toBe('/api/events/stream?types=order.created');
    expect(others.names()).toEqual([]);
  });

  test('tells the caller of events that are missing, and goes on after the gap, even after a break', async () => {
    const shop = await openShop();
    await shop.make('Before');
    const gaps: EventGap[] = [];
    const stream = follow(shop.frontdesk, { after: 'evt_unknown', onGap: (gap) => gaps.push(gap) });
    await expect.poll(() => gaps.length).toBe(1);
    expect(gaps[0]).toMatchObject({ after: 'evt_unknown', missingFrom: null, resumesAt: expect.stringMatching(/Z$/) });
    shop.proxy.cut();
    await shop.make('Ana');
    await expect.poll(stream.names).toEqual(['Ana']);
    expect(gaps).toHaveLength(1);
    const careless = follow(shop.frontdesk, { after: 'evt_unknown' });
    await expect(careless.ended).rejects.toBeInstanceOf(EventGapError);
  });

  test('begins at the time that the caller names', async () => {
    const shop = await openShop();
    await shop.make('Ana', 'Bia');
    const { data } = await shop.frontdesk.listEventLog({ event: 'bot.created' });
    const stream = follow(shop.frontdesk, { since: data.at(-1)?.occurredAt });
    await expect.poll(stream.names).toEqual(['Ana', 'Bia']);
  });

  test('ends when the caller wants no more, and throws what the server refuses', async () => {
    const shop = await openShop();
    const stream = follow(shop.frontdesk);
    await isOpen(shop);
    stream.stop();
    await stream.ended;
    const weak = await shop.withScopes('contacts.read');
    const refused = follow(new Frontdesk({ url: shop.api.url, key: weak.key }));
    const error = await refused.ended.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FrontdeskError);
    expect(error).toMatchObject({ code: 'insufficient_scope' });
    const nobody = new Frontdesk({ url: 'http://127.0.0.1:1', key: 'fd_test', retries: 1 });
    await expect(follow(nobody).ended).rejects.toMatchObject({ code: 'unreachable' });
    await expect(follow(nobody, { after: 'evt_1' }).ended).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('is opened again when it is silent for longer than the server’s heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened: string[] = [];
    const fetch: typeof globalThis.fetch = async (address, init) => {
      if (!String(address).includes('/stream')) return Response.json({ data: [] });
      opened.push(String(address));
      const silent = new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
      });
      return new Response(silent);
    };
    follow(new Frontdesk({ url: 'http://shop.invalid', key: 'fd_test', fetch }));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(opened).toHaveLength(2);
  });
});
