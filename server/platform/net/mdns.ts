import type { EventEmitter } from 'node:events';
import type { Log } from '../log.ts';
import { localName, shortHostName } from './network-addresses.ts';

/** What the network is told; nobody who hears it learns more than that a Frontdesk is here. */
export interface Advertisement {
  port: number;
  isTls: boolean;
}

const goodbyeMs = 1_000;

/**
 * Tells the local network of this Frontdesk as `_frontdesk._tcp` until the answer is called. A network that lets no
 * multicast through is no fault: the address is shown too.
 */
export async function advertise(log: Log, { port, isTls }: Advertisement): Promise<() => Promise<void>> {
  // Loaded when it is needed: most installations never open to the network.
  const { Bonjour } = await import('bonjour-service');
  const onError = (error: Error) => log.warn({ err: error }, 'the local network could not be told of this Frontdesk');
  const bonjour = new Bonjour({}, onError);
  // The library lets the errors of its socket fall through, which would end the process: another program may hold the port.
  const { mdns } = (bonjour as unknown as { server: { mdns: EventEmitter & { send(): void } } }).server;
  mdns.on('error', onError);
  const service = bonjour.publish({
    name: `Frontdesk on ${shortHostName()}`,
    type: 'frontdesk',
    protocol: 'tcp',
    port,
    host: localName(),
    // Link-local addresses, which a browser cannot open, would be told of too.
    disableIPv6: true,
    txt: { path: '/', scheme: isTls ? 'https' : 'http' },
    // Asking whether the name is taken would be answered by a line on stdout, and by nothing else.
    probe: false,
  });
  service.on('error', onError);
  return () =>
    new Promise((resolve) => {
      const end = () => {
        bonjour.destroy(() => resolve());
        // What it would still repeat by its timers would throw there, since the socket is closed.
        mdns.send = () => {};
      };
      const timer = setTimeout(end, goodbyeMs);
      bonjour.unpublishAll(() => {
        clearTimeout(timer);
        end();
      });
    });
}
