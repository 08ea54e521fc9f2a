/**
 * The story that the examples of all events share: one evening at a pizzeria. Ana asks, the agent replies, an order is
 * created, paid and delivered.
 */
export const story = {
  at: '2026-11-21T22:15:00.000Z',
  later: '2026-11-21T22:18:30.000Z',
  contact: { phone: '+5511987654321', name: 'Ana Souza' },
  address: 'Rua Augusta, 1200, São Paulo',
  ids: {
    agent: 'agent_01kamr3b6vfx8t2d9q4y7n5e0c',
    channel: 'chan_01kamr2s8ze5hbt6m0w3k9j4xd',
    contact: 'ct_01kbmz7w1tb8f3j6n9r2v5x8zc',
    conversation: 'conv_01kbmz7w2he4q8r5t9v1x3y6za',
    message: 'msg_01kbmz7w4rf0d2g6j8k1m3n5pq',
    lead: 'lead_01kbmz7xaye9s3v7w0b2c4d6fg',
  },
} as const;

export const storyTimes = { createdAt: story.at, updatedAt: story.later };
