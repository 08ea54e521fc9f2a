import { defineLogEntry, eventsAbout } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Conversation, Message } from './schemas.ts';

const { at, later, ids, contact } = story;

const question: Message = {
  id: ids.message,
  conversationId: ids.conversation,
  direction: 'INBOUND',
  author: 'CONTACT',
  authorName: null,
  type: 'TEXT',
  content: 'Boa noite! Uma margherita grande para entrega, por favor.',
  notice: null,
  enclosed: null,
  mediaUrl: null,
  media: null,
  mediaPending: false,
  template: null,
  request: null,
  replyToMessageId: null,
  status: 'RECEIVED',
  error: null,
  reactions: [],
  idempotencyKey: null,
  correlationId: null,
  sentAt: at,
  deliveredAt: null,
  readAt: null,
  writtenAt: at,
  editedAt: null,
  deletedAt: null,
  earlier: [],
  createdAt: at,
  updatedAt: at,
};
const answer: Message = {
  ...question,
  id: 'msg_01kbmz7z6sf3h5k8n1q4r7t0vx',
  direction: 'OUTBOUND',
  author: 'AGENT',
  authorName: 'Bella',
  content: 'Boa noite, Ana! Margherita grande sai por R$ 62,00. Confirmo o endereço de sempre?',
  status: 'SENT',
};

const conversation: Conversation = {
  id: ids.conversation,
  channelId: ids.channel,
  aiAgentId: ids.agent,
  contact: {
    ...contact,
    id: ids.contact,
    username: null,
    addresses: [{ kind: 'phone', value: contact.phone }],
    unconfirmed: null,
  },
  status: 'ACTIVE',
  handoffType: null,
  assignedTo: null,
  assignedToUserId: null,
  stageId: null,
  unreadCount: 1,
  lastMessage: {
    id: question.id,
    direction: 'INBOUND',
    author: 'CONTACT',
    type: 'TEXT',
    content: question.content,
    notice: null,
    deletedAt: null,
    error: null,
    writtenAt: at,
    createdAt: at,
  },
  lastMessageAt: at,
  lastInboundAt: at,
  canReply: true,
  windowExpiresAt: '2026-11-22T22:15:00.000Z',
  waitingSince: null,
  snooze: null,
  ...storyTimes,
};
const resolved: Conversation = { ...conversation, status: 'RESOLVED' };
const wasActive = { status: 'ACTIVE' } as const;

const messageEvent = eventsAbout('Messages', Message);
const conversationEvent = eventsAbout('Conversations', Conversation);

export const messageReceived = messageEvent('message.received', 'A customer sent a message.', {
  source: 'CHANNEL',
  data: question,
});
export const messageSent = messageEvent('message.sent', 'A message to a customer was handed to the vendor.', {
  source: 'AGENT',
  data: answer,
});
export const messageStatus = messageEvent(
  'message.status',
  'A message to a customer became SENT, DELIVERED, READ or FAILED; or the author of any message has corrected it ' +
    '(`editedAt`) or taken it back (`deletedAt`), or its file has arrived (`mediaUrl`) or is lost (`error`).',
  {
    source: 'CHANNEL',
    data: { ...answer, status: 'DELIVERED', deliveredAt: later },
    previous: { status: 'SENT' },
  },
);
export const conversationCreated = conversationEvent(
  'conversation.created',
  'A conversation with a customer was opened.',
  { source: 'CHANNEL', data: conversation },
);
export const conversationStatusChanged = conversationEvent(
  'conversation.status.changed',
  'The status of a conversation has changed.',
  { source: 'API', data: resolved, previous: wasActive },
);
/** What only the shop sees has changed: assignment, stage, snooze or notes. */
export const conversationUpdated = defineLogEntry('conversation.updated', Conversation);
export const conversationResolved = conversationEvent('conversation.resolved', 'A conversation became RESOLVED.', {
  source: 'API',
  data: resolved,
  previous: wasActive,
});
export const conversationEscalated = conversationEvent(
  'conversation.escalated',
  'A conversation became HANDED_OFF: a person must reply.',
  {
    source: 'AGENT',
    data: {
      ...conversation,
      status: 'HANDED_OFF',
      handoffType: 'CUSTOMER_REQUEST',
      assignedTo: 'Marco',
      waitingSince: at,
    },
    previous: wasActive,
  },
);
