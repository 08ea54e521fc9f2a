import { z } from 'zod';
import { changesOf } from '../../http/changes-of.ts';
import { Fault } from '../../http/common.schemas.ts';
import { FileKind } from '../../platform/files/file-kind.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';
import { Enclosed, Notice } from '../channels/contents.schemas.ts';
import { MessageRequest, MessageType, TemplateCategory } from '../channels/schemas.ts';
import { identityFields } from '../people/schemas.ts';
import { MarkedText } from '../search/search.schemas.ts';

export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'HANDED_OFF'] as const;
export const ConversationStatus = z.enum(conversationStatuses).meta({
  id: 'ConversationStatus',
  description:
    'ACTIVE: the agent answers, if one is linked. HANDED_OFF: a person answers, and the agent is silent. RESOLVED: ' +
    'closed; it becomes ACTIVE when the customer writes again.',
});
export type ConversationStatus = (typeof conversationStatuses)[number];
export const messageStatuses = ['RECEIVED', 'PENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const;
export const MessageStatus = z.enum(messageStatuses).meta({
  id: 'MessageStatus',
  description:
    'RECEIVED: from the customer. Of the shop: PENDING until the vendor has taken it, then SENT, DELIVERED and READ as ' +
    'the vendor reports, or FAILED. It never goes back.',
});
export type MessageStatus = (typeof messageStatuses)[number];
export const messageAuthors = ['CONTACT', 'AGENT', 'HUMAN', 'FLOW', 'CAMPAIGN', 'SYSTEM'] as const;
export const MessageAuthor = z.enum(messageAuthors).meta({
  id: 'MessageAuthor',
  description: 'CONTACT is the customer, AGENT an AI agent, HUMAN a person or an API key of the shop.',
});
export type MessageAuthor = (typeof messageAuthors)[number];

export const MessageDirection = z
  .enum(['INBOUND', 'OUTBOUND'])
  .meta({ id: 'MessageDirection', description: 'INBOUND: from the customer; OUTBOUND: from the shop.' });

export const Stage = z
  .object({
    id: z.string(),
    name: z.string().describe('What people read; unique among the stages.'),
    color: z.string().describe('A colour as #rrggbb.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ConversationStage' });

const stageName = z.string().trim().min(1).max(40).describe('What people read; unique among the stages.');

export const StageDraft = z.strictObject({
  name: stageName,
  color: z.string().describe('A colour as #rrggbb; anything else is rejected with `invalid_color`.'),
});
export const StageChange = StageDraft.partial();

export const Message = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    direction: MessageDirection,
    author: MessageAuthor,
    authorName: z
      .string()
      .nullable()
      .describe(
        'Extension: the person, key or agent who wrote a HUMAN or AGENT message, as named then; null otherwise.',
      ),
    type: MessageType,
    content: z.string().nullable().describe('The text, a caption, or the geo URI of a LOCATION; null without words.'),
    notice: Notice.nullable().describe('Extension: content without words, such as a missed call; null otherwise.'),
    enclosed: Enclosed.nullable().describe(
      'Extension: enclosed data, such as contact cards, a cart or an ad; null without any.',
    ),
    mediaUrl: z
      .string()
      .nullable()
      .describe(
        'A signed link to the file, valid for about a day; read the message again for a new one. Null without a file.',
      ),
    media: z
      .object({ contentType: z.string(), sizeBytes: z.int().nullable(), fileName: z.string() })
      .nullable()
      .describe('The file behind `mediaUrl`; null without one. While it is pending, only what the vendor reports.'),
    mediaPending: z.boolean().describe('Extension: true until its file has been fetched or is lost.'),
    template: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Name, language and variables of the template that was sent; null for any other message.'),
    request: MessageRequest.nullable().describe('Extension: what the message asks the customer for; null for nothing.'),
    replyToMessageId: z.string().nullable().describe('Id of the message that it replies to; null if it is no reply.'),
    status: MessageStatus,
    error: Fault.nullable().describe(
      'Why it FAILED, or what may be missing of a message that arrived; null otherwise.',
    ),
    reactions: z
      .array(
        z.object({
          emoji: z.string().describe('One emoji.'),
          author: MessageAuthor,
          at: z.string().describe('When it was given, UTC.'),
        }),
      )
      .describe('At most one of each side.'),
    idempotencyKey: z.string().nullable().describe('As the body of the request gave it; null otherwise.'),
    correlationId: z.string().nullable().describe('As the request gave it; null otherwise.'),
    sentAt: z.string().nullable().describe('When the customer sent it, or the vendor took it; null before that.'),
    deliveredAt: z
      .string()
      .nullable()
      .describe('When it reached the phone of the customer; null before that, and for messages of the customer.'),
    readAt: z
      .string()
      .nullable()
      .describe('When the customer read it; null if that is not known, and for messages of the customer.'),
    writtenAt: z
      .string()
      .describe(
        'Extension: when its author wrote it; messages are listed in this order. Only `createdAt` never goes back.',
      ),
    editedAt: z.string().nullable().describe('Extension: when its author last corrected it; null if never.'),
    deletedAt: z.string().nullable().describe('Extension: when its author took it back; null if never.'),
    earlier: z
      .array(
        z.object({
          content: z.string().nullable().describe('The content until then; null without words.'),
          until: z.string().describe('When it was corrected or taken back, UTC.'),
        }),
      )
      .describe('Extension: its contents before it was corrected or taken back, the oldest first.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

export const LastMessage = z.object({
  id: z.string(),
  direction: MessageDirection,
  author: MessageAuthor,
  type: MessageType,
  content: z.string().nullable().describe('The first 200 characters.'),
  notice: Notice.nullable().describe('Extension: content without words, such as a missed call; null otherwise.'),
  deletedAt: z.string().nullable().describe('Extension: when its author took it back; null if never.'),
  error: Fault.nullable().describe('Extension: why it FAILED, or which part may be missing; null otherwise.'),
  writtenAt: z.string().describe('Extension: when its author wrote it.'),
  createdAt: z.string(),
});
export type LastMessage = z.infer<typeof LastMessage>;

const conversationFields = {
  id: z.string(),
  channelId: z.string(),
  aiAgentId: z.string().nullable().describe('Id of the AI agent that it belongs to; null for none.'),
  contact: z.object({ ...identityFields, ...unconfirmedField }).describe('The customer.'),
  status: ConversationStatus,
  handoffType: z
    .string()
    .nullable()
    .describe(
      'Why a person has it, such as HUMAN_REPLY, SEND_FAILED, CUSTOMER_REQUEST or a word of your own; null while the agent has it.',
    ),
  assignedTo: z.string().nullable().describe('Name of the person who replies; null for nobody.'),
  assignedToUserId: z.string().nullable().describe('Id of the user or key who replies; null for nobody.'),
  stageId: z.string().nullable().describe('Id of the stage of conversations in which it stands; null for none.'),
  unreadCount: z.int().describe("The customer's messages since the shop's last answer."),
  lastMessage: LastMessage.nullable().describe(
    'The newest message, without those of campaigns once anybody else has written; null before the first.',
  ),
  lastMessageAt: z.string().describe('Of the last message; a campaign does not count once anybody else has written.'),
  lastInboundAt: z.string().nullable().describe('When the customer last wrote; null if never.'),
  canReply: z.boolean().describe('Whether free text may be sent now.'),
  windowExpiresAt: z
    .string()
    .nullable()
    .describe(
      'When free text ends on a CLOUD_API channel, 24 hours after `lastInboundAt`; null elsewhere or before that.',
    ),
  waitingSince: z
    .string()
    .nullable()
    .describe('Extension: since when the customer has waited for a person; null when nobody waits.'),
  snooze: z
    .object({ until: z.string().nullable().describe('Null: until the customer writes.') })
    .nullable()
    .describe('Extension: put aside until then, or until the customer writes if that is earlier.'),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const Conversation = z.object(conversationFields).meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const StartedConversation = z
  .object({
    ...conversationFields,
    message: Message.nullable().describe('The message that was sent first; null where nothing was to send.'),
    warnings: z
      .array(
        z.object({
          code: z.enum(['cold_outreach']).describe('The number had never written to the shop on this QR channel.'),
          message: z.string().describe('The same for people.'),
        }),
      )
      .describe('Risks of what was done.'),
  })
  .meta({ id: 'StartedConversation' });

const who = z.string().trim().max(120);

export const ConversationChange = changesOf(Conversation, {
  status: ConversationStatus,
  handoffType: z.string().trim().max(60).describe('Reason for the handoff, in a word; empty for none.'),
  assignedTo: who.describe(
    'Name of the person who replies; empty for none. A name outside the console is only a note.',
  ),
  assignedToUserId: who
    .nullable()
    .describe(
      'Id of the user or key, or of your program’s user; null or empty for nobody. 400 for one that cannot reply.',
    ),
  stageId: z.string().nullable().describe('Extension: the conversation stage; null for none.'),
});

/** The newest message of a conversation that a search found. */
export const SearchMatch = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  at: z.string().describe('When the message was written, UTC.'),
  snippet: MarkedText,
});

const graphemes = new Intl.Segmenter();

/** True for one pictogram, flag or keycap; the vendor refuses anything else. */
const isEmoji = (text: string): boolean =>
  [...graphemes.segment(text)].length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text);

export const Reaction = z.strictObject({
  emoji: z
    .string()
    .max(16)
    .refine((text) => text === '' || isEmoji(text), 'must be one emoji')
    .describe('One emoji; empty removes the reaction.'),
});

export const UploadedMedia = z
  .object({
    url: z.string().describe('Use as `mediaUrl` of a message.'),
    contentType: z.string(),
    sizeBytes: z.int(),
    fileName: z.string(),
    kind: FileKind,
  })
  .meta({ id: 'UploadedMedia' });

export const TemplateAvailability = z
  .object({
    canReply: conversationFields.canReply,
    windowExpiresAt: conversationFields.windowExpiresAt,
    templatesRequired: z.boolean().describe('Whether only templates may be sent now.'),
    categories: z
      .array(
        z.object({
          category: TemplateCategory,
          available: z.boolean().describe('Whether the channel is connected and `remaining` is not 0.'),
          limit: z
            .int()
            .nullable()
            .describe('Messages that the shop may send a month, of any kind; null for no limit.'),
          used: z.int().describe('Those of this month.'),
          remaining: z.int().nullable().describe('What is left this month; null for no limit.'),
          limitIsLocal: z.literal(true).describe('This Frontdesk enforces the limit; the vendor does not report it.'),
        }),
      )
      .describe('Whether a template of each category can be sent now.'),
  })
  .meta({ id: 'TemplateAvailability' });

const NotificationStatus = z.enum(['SENT', 'WAITING', 'SKIPPED', 'FAILED']).meta({
  id: 'NotificationStatus',
  description:
    'SENT: the vendor took it; WAITING: it follows once sending is no longer paused, within a day; SKIPPED: the number ' +
    'has no conversation.',
});

/** The outcome of a notification; a failed notification never fails its operation. */
export const Notification = z
  .object({
    status: NotificationStatus,
    reason: z
      .string()
      .nullable()
      .describe('Null if sent, otherwise `sending_paused`, `no_conversation`, `window_closed`, …'),
    messageId: z.string().nullable().describe('Id of the message that was sent; null if there is none.'),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof Notification>;
