import type { Area } from '../../http/area.ts';
import type { Driver } from '../channels/index.ts';
import { checkAccounts, fetchLostReceipts } from './check-accounts.ts';
import { CloudConnection } from './cloud-connection.ts';
import { isVendorHost } from './graph-client.ts';
import { cloudOperations } from './operations.ts';
import { isWebhook, webhookRoutes } from './webhook-route.ts';

declare module '../../platform/wiring.ts' {
  interface Services {
    /** The connections of live cloud channels, by channel. */
    cloudConnections: Map<string, CloudConnection>;
  }
}

const cloudDriver: Driver = {
  name: 'live',
  providers: ['CLOUD_API'],
  open(host, platform) {
    const open = platform.services.cloudConnections;
    const connection: CloudConnection = new CloudConnection(platform, host, () => {
      if (open.get(host.channel.id) === connection) open.delete(host.channel.id);
    });
    open.set(host.channel.id, connection);
    return connection;
  },
};

/** Driver of the vendor's cloud API, for channels with credentials. */
export const cloud = {
  name: 'cloud',
  title: 'Cloud API',
  about: 'Credentials and callbacks of channels at the vendor’s cloud API.',
  operations: cloudOperations,
  routes: webhookRoutes,
  expects: isWebhook,
  recurring: [
    { name: 'cloud accounts', cron: '7 * * * *', run: checkAccounts },
    { name: 'cloud receipts', cron: '*/10 * * * *', run: fetchLostReceipts },
  ],
  services: () => ({ cloudConnections: new Map() }),
  provides: { driver: [cloudDriver], fixedHost: [isVendorHost] },
} satisfies Area;
