import type { VendorEvent } from '../../../server/areas/channels/vendor-event.ts';
import type { SimulatorConnection } from '../../../server/areas/simulator/simulator-connection.ts';
import { newId } from '../../../server/platform/ids.ts';
import { maria } from '../../support/shop/conversation.ts';
import type { AnsweringShop } from './support.ts';

export const person = { addresses: [{ kind: 'phone' as const, value: maria }], name: 'Maria' };

/** The driver's side of the shop's simulated channel. */
export const connectionOf = ({ shop, channel }: AnsweringShop): SimulatorConnection =>
  shop.app.platform.services.channelHub.connection(channel.id) as unknown as SimulatorConnection;

/** Reports what a vendor hands over, and waits until everything due has run. */
export async function report(shop: AnsweringShop, events: object[]): Promise<void> {
  const at = shop.clock.now().toISOString();
  await connectionOf(shop).report(
    events.map((event) => ({ providerEventId: newId('e'), at, ...event }) as unknown as VendorEvent),
  );
  await shop.settle();
}

/** A message of the customer, as a driver reports it. */
export const message = (more: object) => ({
  ...{ kind: 'message', providerMessageId: 'm1', from: person, type: 'TEXT' },
  ...{ content: null, media: null, replyTo: null, ...more },
});
