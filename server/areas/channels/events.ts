import { defineEvent } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Channel, qrProvider } from './schemas.ts';

export const channelConnected = defineEvent('channel.connected', {
  group: 'Channels and catalog',
  description: 'A channel connected.',
  data: Channel,
  example: {
    source: 'CHANNEL',
    data: {
      id: story.ids.channel,
      name: 'Pizzaria Bella Napoli',
      provider: qrProvider,
      driver: 'live',
      status: 'CONNECTED',
      statusReason: null,
      phoneNumber: '+551133334444',
      aiAgentId: story.ids.agent,
      connectedAt: story.at,
      lastInboundAt: null,
      deactivatedAt: null,
      ...storyTimes,
    },
  },
});
