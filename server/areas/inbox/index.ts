import type { Area } from '../../http/area.ts';
import { asJob } from '../../http/area.ts';
import type { Db } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/durations.ts';
import { conversationOperations } from './conversations/conversations.operations.ts';
import { deleteConversations, listConversationIds } from './conversations/delete-conversations.ts';
import { noteRetention } from './conversations/notes.store.ts';
import { announceReleased, releaseAllLost, releaseConversations } from './conversations/release-conversations.ts';
import { searchMessages } from './conversations/search-messages.ts';
import { serviceOperations } from './conversations/service.operations.ts';
import { wakeSnoozed } from './conversations/service.ts';
import { stageOperations } from './conversations/stages.operations.ts';
import { driverLog } from './driver-log.ts';
import { insightOperations } from './insights/insights.operations.ts';
import { messageOperations } from './messages.operations.ts';
import { moveConversations } from './receive/move-conversations.ts';
import { receiveEvent } from './receive/receive-event.ts';
import { receiveMedia } from './receive/receive-media.ts';
import { showUnclaimedReactions } from './receive/show-unclaimed.ts';
import { notifyLater } from './send/notify-contact.ts';
import { queueUnresolved, resolveOutcome, restartUnresolved } from './send/resolve-outcomes.ts';
import { sendReaction } from './send/send-reaction.ts';
import { findConversation } from './store.ts';

export { nameForCustomer } from './contact-columns.ts';
export { assignByName } from './conversations/assign.ts';
export { changeConversation } from './conversations/change-conversation.ts';
export { countWriters } from './conversations/count-writers.ts';
export { changeStatus, findOrOpenConversation, waitForPerson } from './conversations/open-conversation.ts';
export { type MomentPage, readContactHistory, readContactMoments } from './conversations/read-contact-history.ts';
export { findStage } from './conversations/stages.store.ts';
export { readCounts } from './counters.ts';
export {
  findContactIdOf,
  findFirstInbound,
  findLatestConversationId,
  findMessageById,
  findNewestInbound,
  isAnsweredAfter,
  readInboundText,
} from './message-log.ts';
export { findByIdempotencyKey, findMessage, listMessages } from './messages.store.ts';
export { importHistory, type PastMessage } from './receive/import-history.ts';
export { toNamedPerson } from './receive/vendor-person.ts';
export { Conversation, ConversationStatus, type LastMessage, Message, Notification, UploadedMedia } from './schemas.ts';
export { canReach } from './send/can-reach.ts';
export { fetchMedia, keepMedia, type SendingMedia } from './send/fetch-media.ts';
export { defineNotices, isHeldNotice, keepNotice } from './send/held-notice.ts';
export { maySendAgain } from './send/may-send-again.ts';
export { notifyContact } from './send/notify-contact.ts';
export { deliver, type Sending, storeOutgoing } from './send/send-message.ts';
export { splitText } from './send/split-text.ts';
export { storeUpload } from './send/store-upload.ts';
export { askForNumber, languageOf } from './send/words.ts';
export {
  type ConversationRow,
  countConversations,
  countWaiting,
  findConversation,
  listWaitingBetween,
  type MessageRow,
} from './store.ts';
export { takesEvent } from './takes-event.ts';
export { readWaiting, type Waiting } from './waits/read-waiting.ts';
export { readMedianWait } from './waits/waits.store.ts';
export { chosenTitle, wordsOf } from './words-of.ts';

export const conversationExists = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await findConversation(db, workspaceId, id)) !== null;

export const inbox = {
  name: 'inbox',
  title: 'Inbox',
  about: 'Conversations with customers: messages, notes, stages, assignment and insights.',
  operations: {
    ...stageOperations,
    ...conversationOperations,
    ...serviceOperations,
    ...messageOperations,
    ...insightOperations,
  },
  jobs: [asJob(resolveOutcome), asJob(sendReaction), asJob(notifyLater), asJob(announceReleased)],
  recurring: [
    { name: 'unresolved sends', cron: '* * * * *', run: (platform) => queueUnresolved(platform) },
    { name: 'reactions without a message', cron: '* * * * *', run: showUnclaimedReactions },
    { name: 'snoozed conversations', cron: '* * * * *', run: wakeSnoozed },
    { name: 'conversations of those who left', cron: '* * * * *', run: releaseAllLost },
  ],
  retention: [noteRetention, { table: 'conversation_waits', by: 'answered_at', keepMs: 32 * dayMs, key: ['seq'] }],
  waits: [{ restart: restartUnresolved }],
  provides: {
    searchable: [searchMessages],
    textIndex: [{ index: 'message_search', table: 'messages', row: 'seq' }],
    agentData: [{ kind: 'conversations', table: 'conversations', column: 'ai_agent_id', reassign: true }],
    vendorEvents: [receiveEvent],
    mediaFetched: [receiveMedia],
    driverLog: [driverLog],
    answererLeft: [releaseConversations],
    contactMarks: [listConversationIds],
    contactJoined: [moveConversations],
    contactDeleted: [deleteConversations],
  },
  start: (platform) => queueUnresolved(platform, { atStart: true }),
} satisfies Area;
