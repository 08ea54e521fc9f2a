import type { Result } from '../../api/operations.ts';

export type Conversation = Result<'getConversation'>;
export type Message = Result<'listMessages'>['data'][number];
export type Note = Result<'listNotes'>['data'][number];
/** A question that an agent could not answer and nobody has taught it. */
export type OpenQuestion = Result<'listConversationQuestions'>['data'][number];
export type Contact = Result<'getContact'>;
export type Channel = Result<'getChannel'>;
export type Colleague = Result<'listColleagues'>['data'][number];
export type Stage = Result<'listConversationStages'>['data'][number];
export type QuickReply = Result<'listQuickReplies'>['data'][number];
export type ChatTemplate = Result<'listChatTemplates'>['data'][number];
/** A file uploaded for a message. */
export type UploadedMedia = Result<'uploadConversationMedia'>;
