import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { qrProvider } from '../channels/index.ts';
import { eraseKeys, eraseSends } from './erase-person.ts';
import { qrOperations } from './operations.ts';
import { QrConnection } from './qr-connection.ts';

/** Driver of the QR provider's live service, with one client process per channel. */
export const qr = {
  name: 'qr',
  title: 'QR provider',
  about: 'Channels that are connected by scanning a code with a phone.',
  operations: qrOperations,
  // A customer's phone that was off requests undecryptable messages again, but not after this long.
  retention: [{ table: 'qr_sends', by: 'created_at', keepMs: 14 * dayMs, key: ['channel_id', 'message_id'] }],
  provides: {
    messagesErased: [eraseSends],
    contactDeleted: [eraseKeys],
    driver: [{ name: 'live', providers: [qrProvider], open: (host, platform) => new QrConnection(platform, host) }],
  },
} satisfies Area;
