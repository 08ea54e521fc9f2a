import { z } from 'zod';
import { longestContent } from '../channels/message-limits.schemas.ts';
import { carriesFile, carriesPlace, MessageRequest, MessageType } from '../channels/schemas.ts';

const Value = z.string().max(longestContent);
const template = z
  .strictObject({
    name: z.string().trim().min(1).max(512).describe('Its name on the channel.'),
    language: z.string().min(2).max(20).describe('Its language code, such as `pt_BR`.'),
    variables: z
      .union([z.array(Value).max(30), z.record(z.string().max(60), Value)])
      .optional()
      .describe('Values by number or by name. Line breaks, tabs and runs of spaces become one space.'),
  })
  .meta({
    id: 'TemplateMessage',
    description: 'An approved template of the channel; the only message allowed outside the messaging window.',
  });

const messageFields = {
  content: z
    .string()
    .min(1)
    .max(longestContent)
    .optional()
    .describe(
      'The text, the caption of the media, or the geo URI of a LOCATION; not with `template`. On CLOUD_API a text has at ' +
        'most 4,096 characters and a caption 1,024; an AUDIO has no caption anywhere.',
    ),
  type: MessageType.optional().describe('Default: the type of the media, else TEXT.'),
  mediaUrl: z.string().max(2_000).optional().describe('A link from upload-media, or an http(s) URL, which is fetched.'),
  template: template.optional(),
  request: MessageRequest.optional(),
  replyToMessageId: z.string().max(64).optional().describe('Id of a message of the conversation to reply to.'),
  idempotencyKey: z
    .string()
    .min(8)
    .max(160)
    .optional()
    .describe(
      'Your own; a repeat returns the first message and sends nothing. It wins over the `Idempotency-Key` header.',
    ),
  correlationId: z.string().min(8).max(160).optional().describe('Your own id, kept with the message.'),
};

/** The part of RFC 5870 that chats use: latitude and longitude in degrees. */
const geoUri = /^geo:-?(90|[0-8]?\d(\.\d+)?),-?(180|(1[0-7]\d|\d?\d)(\.\d+)?)([;?].{0,10000})?$/;

interface MessageParts {
  content?: string | undefined;
  type?: MessageType | undefined;
  mediaUrl?: string | undefined;
  template?: object | undefined;
  request?: MessageRequest | undefined;
}

/** Checks the fields of each type; `needed` is false where a body without a message is allowed. */
function checkParts(body: MessageParts, context: z.RefinementCtx, needed: boolean): void {
  const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (body.request) {
    if (body.template) fault('template', 'A request is a text of its own: omit template');
    if (body.mediaUrl !== undefined) fault('mediaUrl', 'A request has no media');
    if (body.type !== undefined && body.type !== 'TEXT') fault('type', 'A request is a TEXT');
    if (body.content?.trim() === '') fault('content', 'A request needs a text: omit content for the usual one');
    return;
  }
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
    phoneNumber: z
      .string()
      .min(10)
      .max(40)
      .optional()
      .describe(
        "The customer's number, with or without `+`; without a country code it is read as one of the shop's country. " +
          'Required without `contactId`.',
      ),
    contactId: z
      .string()
      .max(64)
      .optional()
      .describe('Extension: the customer by id, in place of the number, for one who hides it.'),
  })
  .superRefine((body, context) => checkParts(body, context, false));
