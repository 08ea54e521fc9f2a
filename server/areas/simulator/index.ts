import type { Area } from '../../http/area.ts';
import { qrProvider } from '../channels/index.ts';
import { erasePhones } from './erase-person.ts';
import { simulatorOperations } from './operations.ts';
import { SimulatorConnection } from './simulator-connection.ts';
import { vendorOperations } from './vendor.operations.ts';

/** A driver that needs no account: the whole product runs on it, and callers control its customers' phones. */
export const simulator = {
  name: 'simulator',
  title: 'Simulator',
  about: 'Phones on the screen that stand for customers, to try everything without a vendor.',
  operations: { ...simulatorOperations, ...vendorOperations },
  provides: {
    contactDeleted: [erasePhones],
    driver: [
      {
        name: 'simulator',
        providers: [qrProvider, 'CLOUD_API'],
        open: (host, platform) => new SimulatorConnection(platform, host),
      },
    ],
  },
} satisfies Area;
