import type { Area } from '../../http/area.ts';
import type { Recurring } from '../../platform/work/scheduler.ts';
import { operations } from './operations.ts';
import { QrConnection } from './qr-connection.ts';
import { deleteOldSends } from './store.ts';

/** A customer's phone that was off asks again for what it could not read; after this long no more. */
const sendsKeptForMs = 14 * 24 * 3_600_000;

const forgetOldSends: Recurring = {
  name: 'old sends of QR channels',
  cron: '51 4 * * *',
  async run(platform) {
    const before = new Date(platform.clock.now().getTime() - sendsKeptForMs).toISOString();
    while (await platform.write(({ db }) => deleteOldSends(db, before))) {
      // Short transactions, one after the other.
    }
  },
};

/** The QR provider's true service, spoken to through a client process for each channel. */
export const qr = {
  name: 'qr',
  title: 'QR provider',
  operations,
  recurring: [forgetOldSends],
  provides: {
    driver: [
      { name: 'live', providers: ['<QR_PROVIDER>'], open: (host, platform) => new QrConnection(platform, host) },
    ],
  },
} satisfies Area;
