import type { Answer } from '../../api/operations.ts';

export type Conversation = Answer<'getConversation'>;
export type Message = Answer<'listMessages'>['data'][number];
export type Contact = Answer<'getContact'>;
export type Channel = Answer<'getChannel'>;
export type Stage = Answer<'listConversationStages'>['data'][number];
export type QuickReply = Answer<'listQuickReplies'>['data'][number];
export type ChatTemplate = Answer<'listChatTemplates'>['data'][number];
/** A file uploaded for a message. */
export type UploadedMedia = Answer<'uploadConversationMedia'>;
