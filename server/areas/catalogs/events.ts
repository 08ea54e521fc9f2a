import { defineEvent } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { CatalogSync } from './schemas.ts';

export const catalogSynced = defineEvent('catalog.synced', {
  group: 'Channels and catalog',
  description: 'A catalog sync succeeded.',
  data: CatalogSync,
  example: {
    source: 'SYSTEM',
    data: {
      id: 'sync_01kbmzk1q8e5g7j9m2n4p6r8st',
      channelId: story.ids.channel,
      catalogId: '1029384756',
      sourceAiAgentId: story.ids.agent,
      status: 'SUCCEEDED',
      progress: 100,
      total: 42,
      created: 3,
      updated: 7,
      unchanged: 32,
      failed: 0,
      errors: [],
      error: null,
      startedAt: story.at,
      finishedAt: story.later,
      ...storyTimes,
    },
  },
});
