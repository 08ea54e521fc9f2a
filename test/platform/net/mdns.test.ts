import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bonjour, type Service } from 'bonjour-service';
import { expect, test } from 'vitest';
import { createLog } from '../../../server/platform/log.ts';
import { advertise } from '../../../server/platform/net/mdns.ts';
import { listLanAddresses, localName } from '../../../server/platform/net/network-addresses.ts';

const log = createLog('silent');

/** Looks for a Frontdesk on the local network as another program would; null after `timeoutMs`. */
async function find(port: number, timeoutMs: number): Promise<Service | null> {
  const bonjour = new Bonjour();
  const giveUp = AbortSignal.timeout(timeoutMs);
  const browser = bonjour.find({ type: 'frontdesk' });
  const timer = setInterval(() => browser.update(), 200);
  try {
    for (;;) {
      const [service] = (await once(browser, 'up', { signal: giveUp })) as [Service];
      if (service.port === port) return service;
    }
  } catch {
    return null;
  } finally {
    clearInterval(timer);
    await new Promise((resolve) => bonjour.destroy(() => resolve(null)));
  }
}

test('a Frontdesk is discoverable on the local network until it withdraws', async (context) => {
  const port = 20_000 + (process.pid % 20_000);
  const withdraw = await advertise(log, { port, isTls: true });
  const found = await find(port, 4_000);
  if (!found) {
    await withdraw();
    // A machine without multicast, as some containers are, cannot show it.
    return context.skip('no multicast here: nothing was found on the local network');
  }
  expect(found).toMatchObject({ port, host: localName(), txt: { path: '/', scheme: 'https' } });
  expect(found.type).toBe('frontdesk');
  expect(listLanAddresses()).toEqual(expect.arrayContaining(found.addresses ?? []));
  await withdraw();
  expect(await find(port, 1_500)).toBeNull();
});

test('an unavailable multicast port does not fail the server', async () => {
  const { createSocket } = await import('node:dgram');
  const holder = createSocket({ type: 'udp4', reuseAddr: false });
  const isHeld = await new Promise((resolve) => {
    holder.once('error', () => resolve(false));
    holder.bind(5353, () => resolve(true));
  });
  const withdraw = await advertise(log, { port: 7420, isTls: false });
  await withdraw();
  // The library repeats what could not be sent three seconds later, on a socket that is closed by then.
  await sleep(3_500);
  if (isHeld) await new Promise<void>((resolve) => holder.close(() => resolve()));
});
