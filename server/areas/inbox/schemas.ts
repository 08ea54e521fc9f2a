import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
import { carriesFile, carriesPlace, MessageType } from '../channels/schemas.ts';
import { MarkedText } from '../search/search.schemas.ts';

export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'HANDED_OFF'] as const;
export const ConversationStatus = z.enum(conversationStatuses).meta({ id: 'ConversationStatus' });
export type ConversationStatus = (typeof conversationStatuses)[number];
export const messageStatuses = ['RECEIVED', 'PENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const;
export const MessageStatus = z.enum(messageStatuses).meta({ id: 'MessageStatus' });
export type MessageStatus = (typeof messageStatuses)[number];
export const messageAuthors = ['CONTACT', 'AGENT', 'HUMAN', 'FLOW', 'CAMPAIGN', 'SYSTEM'] as const;
export const MessageAuthor = z.enum(messageAuthors).meta({ id: 'MessageAuthor' });
export type MessageAuthor = (typeof messageAuthors)[number];

const MessageDirection = z.enum(['INBOUND', 'OUTBOUND']).meta({ id: 'MessageDirection' });

export const Stage = z
  .object({ id: z.string(), name: z.string(), color: z.string(), createdAt: z.string(), updatedAt: z.string() })
  .meta({ id: 'ConversationStage' });

const stageName = z.string().trim().min(1).max(40);

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
    content: z.string().nullable().describe('The text, a caption, or the geo URI of a LOCATION.'),
    mediaUrl: z
      .string()
      .nullable()
      .describe('A signed link, valid for about a day; read the message again for a new one.'),
    media: z.object({ contentType: z.string(), sizeBytes: z.int(), fileName: z.string() }).nullable(),
    template: z.record(z.string(), z.unknown()).nullable(),
    replyToMessageId: z.string().nullable(),
    status: MessageStatus,
    error: Fault.nullable(),
    reactions: z.array(z.object({ emoji: z.string(), author: MessageAuthor, at: z.string() })),
    idempotencyKey: z.string().nullable(),
    correlationId: z.string().nullable(),
    sentAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    readAt: z.string().nullable(),
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
  createdAt: z.string(),
});
export type LastMessage = z.infer<typeof LastMessage>;

const conversationFields = {
  id: z.string(),
  channelId: z.string(),
  aiAgentId: z.string().nullable(),
  contact: z.object({ phone: z.string(), name: z.string().nullable() }),
  status: ConversationStatus,
  handoffType: z.string().nullable().describe('Why a person has the conversation, for example HUMAN_REPLY.'),
  assignedTo: z.string().nullable(),
  assignedToUserId: z.string().nullable(),
  stageId: z.string().nullable(),
  unreadCount: z.int().describe("The customer's messages since the shop's last answer."),
  lastMessage: LastMessage.nullable(),
  lastMessageAt: z.string().describe('Of the last message; a campaign does not count once anybody else has written.'),
  lastInboundAt: z.string().nullable(),
  canReply: z.boolean().describe('Whether free text may be sent now.'),
  windowExpiresAt: z.string().nullable().describe('When free text ends on a CLOUD_API channel; null elsewhere.'),
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
    message: Message.nullable(),
    warnings: z
      .array(z.object({ code: z.enum(['cold_outreach']), message: z.string() }))
      .describe('Risks of what was done.'),
  })
  .meta({ id: 'StartedConversation' });

const who = z.string().trim().max(120);

export const ConversationChange = z.strictObject({
  status: ConversationStatus.optional(),
  handoffType: z.string().trim().max(60).optional(),
  assignedTo: who.optional().describe('The name of the person who replies; empty for nobody.'),
  assignedToUserId: who.nullable().optional(),
  stageId: z.string().nullable().optional().describe('Extension: the conversation stage; null for none.'),
});

/** The newest message of a conversation that a search found. */
export const SearchMatch = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  at: z.string(),
  snippet: MarkedText,
});

/** A conversation may be put aside for a year at most. */
export const Snooze = z.strictObject({
  until: z.iso.datetime().nullable().describe('Within a year; null: until the customer writes.'),
});

export const Queue = z
  .object({
    waiting: z.int().describe('Conversations that wait for a person and are assigned to nobody.'),
    mine: z.int().describe('Conversations with a person that are assigned to the caller.'),
    mineWaiting: z.int().describe('Those of the caller whose customer waits.'),
    snoozed: z.int(),
    waitingSince: z.string().nullable().describe('Since when the longest of `waiting` and `mineWaiting` has waited.'),
  })
  .meta({ id: 'ConversationQueue' });

export const Note = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    text: z.string(),
    author: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
    createdAt: z.string(),
  })
  .meta({ id: 'ConversationNote' });

export const NoteDraft = z.strictObject({ text: z.string().trim().min(1).max(4_096) });

const longestText = 4_096;
const template = z
  .strictObject({
    name: z.string().trim().min(1).max(512),
    language: z.string().min(2).max(20),
    variables: z
      .union([z.array(z.string().max(1_024)).max(30), z.record(z.string().max(60), z.string().max(1_024))])
      .optional()
      .describe('Values by number or by name.'),
  })
  .meta({
    id: 'TemplateMessage',
    description: 'An approved template of the channel; the only message allowed outside the messaging window.',
  });

const messageFields = {
  content: z.string().min(1).max(longestText).optional(),
  type: MessageType.optional().describe('Default: the type of the media, else TEXT.'),
  mediaUrl: z.string().max(2_000).optional().describe('A link from upload-media, or an http(s) URL, which is fetched.'),
  template: template.optional(),
  replyToMessageId: z.string().max(64).optional(),
  idempotencyKey: z.string().min(8).max(160).optional(),
  correlationId: z.string().min(8).max(160).optional(),
};

/** The part of RFC 5870 that chats use: latitude and longitude in degrees. */
const geoUri = /^geo:-?(90|[0-8]?\d(\.\d+)?),-?(180|(1[0-7]\d|\d?\d)(\.\d+)?)([;?].{0,200})?$/;

interface MessageParts {
  content?: string | undefined;
  type?: MessageType | undefined;
  mediaUrl?: string | undefined;
  template?: object | undefined;
}

/** Checks the fields of each type; `needed` is false where a body without a message is allowed. */
function checkParts(body: MessageParts, context: z.RefinementCtx, needed: boolean): void {
  const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (body.template) {
    if (body.content !== undefined) fault('content', 'A template has its own text: omit content');
    return;
  }
  const empty = body.content === undefined && body.mediaUrl === undefined && body.type === undefined;
  if (empty && !needed) return;
  const type = body.type ?? (body.mediaUrl === undefined ? 'TEXT' : null);
  if (type === null) return;
  if (carriesFile(type)) {
    if (body.mediaUrl === undefined) fault('mediaUrl', `${type} needs a mediaUrl`);
  } else if (carriesPlace(type)) {
    if (!geoUri.test(body.content ?? '')) fault('content', `A ${type} needs a geo URI such as geo:-23.55,-46.63`);
    if (body.mediaUrl !== undefined) fault('mediaUrl', `A ${type} has no media`);
  } else {
    if ((body.content ?? '').trim() === '') fault('content', `A ${type} needs content`);
    if (body.mediaUrl !== undefined) {
      fault('mediaUrl', `A ${type} has no media: set the type of the media, or omit type`);
    }
  }
}

export const MessageDraft = z
  .strictObject(messageFields)
  .superRefine((body, context) => checkParts(body, context, true));
export type MessageDraft = z.output<typeof MessageDraft>;

export const ConversationDraft = z
  .strictObject({
    ...messageFields,
    channelId: z.string(),
    phoneNumber: z.string().min(10).max(40),
  })
  .superRefine((body, context) => checkParts(body, context, false));

export const Reaction = z.strictObject({
  emoji: z.string().max(16).describe('One emoji; empty removes the reaction.'),
});

export const UploadedMedia = z
  .object({
    url: z.string().describe('Use as `mediaUrl` of a message.'),
    contentType: z.string(),
    sizeBytes: z.int(),
    fileName: z.string(),
    kind: z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT']),
  })
  .meta({ id: 'UploadedMedia' });

export const TemplateAvailability = z
  .object({
    canReply: z.boolean(),
    windowExpiresAt: z.string().nullable(),
    templatesRequired: z.boolean().describe('Whether only templates may be sent now.'),
    categories: z.array(
      z.object({
        category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
        available: z.boolean(),
        limit: z.int().nullable(),
        used: z.int(),
        remaining: z.int().nullable(),
        limitIsLocal: z.literal(true).describe('This Frontdesk enforces the limit; the vendor does not report it.'),
      }),
    ),
  })
  .meta({ id: 'TemplateAvailability' });

/** The outcome of a notification; a failed notification never fails its operation. */
export const Notification = z
  .object({
    status: z.enum(['SENT', 'WAITING', 'SKIPPED', 'FAILED']).meta({ id: 'NotificationStatus' }),
    reason: z
      .string()
      .nullable()
      .describe('Null if sent, otherwise `sending_paused`, `no_conversation`, `window_closed`, …'),
    messageId: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;
