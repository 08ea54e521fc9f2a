import type { EventEmitter } from 'node:events';
import type { Log } from '../log.ts';
import { localName, shortHostName } from './network-addresses.ts';

/** The announced facts; they only reveal that a Frontdesk is here. */
export interface Advertisement {
  port: number;
  isTls: boolean;
}

const goodbyeMs = 1_000;

/**
 * Announces this Frontdesk as `_frontdesk._tcp` on the local network. Returns a function that withdraws the
 * announcement. A network without multicast is no error: the console shows the address too.
 */
export async function advertise(log: Log, { port, isTls }: Advertisement): Promise<() => Promise<void>> {
  // Loaded on demand: most installations never open to the network.
  const { Bonjour } = (await import('bonjour-service')).default;
  const onError = (error: Error) =>
    log.warn({ err: error }, 'this Frontdesk could not be announced on the local network');
  const bonjour = new Bonjour({}, onError);
  // The library does not handle the errors of its socket, which would end the process, for example when another program
  // holds the port.
  const { mdns } = (bonjour as unknown as { server: { mdns: EventEmitter & { send(): void } } }).server;
  mdns.on('error', onError);
  const service = bonjour.publish({
    name: `Frontdesk on ${shortHostName()}`,
    type: 'frontdesk',
    protocol: 'tcp',
    port,
    host: localName(),
    // Otherwise link-local addresses would be announced too, which a browser cannot open.
    disableIPv6: true,
    txt: { path: '/', scheme: isTls ? 'https' : 'http' },
    // The only effect of a probe for a taken name would be a line on stdout.
    probe: false,
  });
  service.on('error', onError);
  return () =>
    new Promise((resolve) => {
      const end = () => {
        bonjour.destroy(() => resolve());
        // Its timers would still send, and throw since the socket is closed.
        mdns.send = () => {};
      };
      const timer = setTimeout(end, goodbyeMs);
      bonjour.unpublishAll(() => {
        clearTimeout(timer);
        end();
      });
    });
}
