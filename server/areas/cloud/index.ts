import type { Area } from '../../http/area.ts';
import { channelHub } from '../channels/index.ts';
import { CloudConnection } from './cloud-connection.ts';
import { openConnections } from './open-connections.ts';
import { operations } from './operations.ts';
import { checkAccounts, fetchLostReceipts } from './poll.ts';
import { webhookRoutes } from './webhook-route.ts';

/** The platform's cloud API, for channels that were given credentials. */
export const cloud = {
  name: 'cloud',
  title: 'Cloud API',
  operations,
  routes: webhookRoutes,
  recurring: [
    { name: 'cloud accounts', cron: '7 * * * *', run: checkAccounts },
    { name: 'cloud receipts', cron: '*/10 * * * *', run: fetchLostReceipts },
  ],
  async start(platform) {
    channelHub(platform).register({
      name: 'live',
      providers: ['CLOUD_API'],
      open(host) {
        const open = openConnections(platform);
        const connection: CloudConnection = new CloudConnection(platform, host, () => {
          if (open.get(host.channel.id) === connection) open.delete(host.channel.id);
        });
        open.set(host.channel.id, connection);
        return connection;
      },
    });
  },
} satisfies Area;
