import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { operations } from './operations.ts';
import { QrConnection } from './qr-connection.ts';

/** The QR provider's true service, spoken to through a client process for each channel. */
export const qr = {
  name: 'qr',
  title: 'QR provider',
  operations,
  // A customer's phone that was off asks again for what it could not read; after this long it asks no more.
  retention: [{ table: 'qr_sends', by: 'created_at', keepMs: 14 * dayMs, key: ['channel_id', 'message_id'] }],
  provides: {
    driver: [
      { name: 'live', providers: ['<QR_PROVIDER>'], open: (host, platform) => new QrConnection(platform, host) },
    ],
  },
} satisfies Area;
