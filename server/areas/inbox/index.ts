import type { Area } from '../../http/area.ts';
import { asJob } from '../../http/area.ts';
import type { Db } from '../../platform/database.ts';
import { countRows, moveRows, registerAgentData } from '../agents/index.ts';
import { channelHub } from '../channels/index.ts';
import { conversationOperations } from './conversations.operations.ts';
import { insightOperations } from './insights.operations.ts';
import { messageOperations } from './messages.operations.ts';
import { notifyLater } from './notify-contact.ts';
import { receiveEvent } from './receive-event.ts';
import { queueUnresolved, resolveOutcome, restartUnresolved } from './resolve-outcomes.ts';
import { sendReaction } from './send-reaction.ts';
import { stageOperations } from './stages.operations.ts';
import { findConversation } from './store.ts';

export { changeConversation } from './change-conversation.ts';
export { fetchMedia } from './fetch-media.ts';
export { importHistory, type PastMessage } from './import-history.ts';
export { listWaitingLongest } from './list-waiting-longest.ts';
export { findMessage, listMessages } from './messages.store.ts';
export { Notification, notifyContact } from './notify-contact.ts';
export { changeStatus, findOrOpenConversation } from './open-conversation.ts';
export { readContactHistory } from './read-contact-history.ts';
export { readOverview } from './read-overview.ts';
export { Conversation, Message } from './schemas.ts';
export { deliver, type Sending, storeOutgoing } from './send-message.ts';
export { findStage } from './stages.store.ts';
export { type ConversationRow, findConversation, type MessageRow } from './store.ts';

export const conversationExists = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await findConversation(db, workspaceId, id)) !== null;

registerAgentData({
  kind: 'conversations',
  table: 'conversations',
  count: countRows('conversations'),
  reassign: moveRows('conversations'),
});

export const inbox: Area = {
  name: 'inbox',
  title: 'Inbox',
  operations: { ...stageOperations, ...conversationOperations, ...messageOperations, ...insightOperations },
  jobs: [asJob(resolveOutcome), asJob(sendReaction), asJob(notifyLater)],
  recurring: [{ name: 'unresolved sends', cron: '* * * * *', run: (platform) => queueUnresolved(platform) }],
  waits: [{ restart: restartUnresolved }],
  async start(platform) {
    channelHub(platform).onEvent((work, channel, event, media) => receiveEvent(platform, work, channel, event, media));
    await queueUnresolved(platform, { atStart: true });
  },
};
