import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { cursorPageOf, cursorQuery, takePage } from '../../http/paginate.ts';
import type { Problem } from '../../platform/problem.ts';
import { conversation } from './conversations/conversations.operations.ts';
import { ConversationDraft, MessageDraft } from './message-draft.schemas.ts';
import {
  completeMessage,
  completeMessages,
  findMessage,
  headerKeyPrefix,
  listMessages,
  toMessage,
} from './messages.store.ts';
import { setReaction } from './receive/receive-event.ts';
import { Message, Reaction, StartedConversation, UploadedMedia } from './schemas.ts';
import { fetchMedia } from './send/fetch-media.ts';
import { deliver, storeOutgoing, toRefusal } from './send/send-message.ts';
import { sendReaction } from './send/send-reaction.ts';
import { startConversation } from './send/start-conversation.ts';
import { storeUpload } from './send/store-upload.ts';
import { findConversation } from './store.ts';

const largestUpload = 100 * 1024 * 1024;

const message = target(Message, async ({ db, platform, workspace, params }: TargetContext<'id' | 'messageId'>) => {
  const row = await findMessage(db, workspace.id, params.id, params.messageId);
  return row && toMessage(platform, await completeMessage(db, row));
});

/** The errors that both sending operations declare. */
const sendErrors = [
  'window_closed',
  'template_unusable',
  'channel_deactivated',
  'channel_not_connected',
  'sending_paused',
  'provider_unreachable',
  'quota_exceeded',
  'unknown_reference',
  'idempotency_conflict',
] as const;

const toKey = (bodyKey: string | undefined, headerKey: string | null): string | null =>
  bodyKey ?? (headerKey === null ? null : headerKeyPrefix + headerKey);

export const messageOperations = {
  listMessages: operation({
    method: 'get',
    path: '/api/conversations/{id}/messages',
    scope: 'conversations.read',
    summary: 'List the messages of a conversation',
    description: 'As written, newest first; `cursor` pages back into older history.',
    tx: 'read',
    target: conversation,
    query: z.object(cursorQuery),
    success: 200,
    response: cursorPageOf(Message),
    async run({ db, platform, workspace, params, query, cursors }) {
      const place = cursors.read(query.cursor);
      const found = await listMessages(db, workspace.id, params.id, {
        limit: query.limit + 1,
        ...(place && { before: { at: String(place[0]), seq: Number(place[1]) } }),
      });
      const { rows, last } = takePage(found, query.limit);
      const full = await completeMessages(db, rows);
      return {
        data: full.map((entry) => toMessage(platform, entry)),
        nextCursor: last && cursors.write([last.written_at, last.seq]),
      };
    },
  }),

  sendMessage: operation({
    method: 'post',
    path: '/api/conversations/{id}/messages',
    scope: 'conversations.write',
    summary: 'Send a message as a human agent',
    description:
      'The message is stored before it is sent, and an ACTIVE conversation becomes HANDED_OFF. A repeat with the same ' +
      '`idempotencyKey` returns the first message. After 503 nothing was sent: retry with the same key. If the vendor ' +
      'rejects this message, the response is 201 with status FAILED and its `error`; if the outcome is unknown, 201 ' +
      'with status PENDING, and a later `message.status` event reports it.',
    tx: 'none',
    isRepeatable: true,
    body: MessageDraft,
    success: 201,
    response: Message,
    errors: [...sendErrors, 'not_found'],
    async run({ db, platform, workspace, actor, params, body, idempotencyKey, write, fail }) {
      // No media is fetched for an unknown conversation; the transaction below loads it again.
      if (body.mediaUrl !== undefined && !(await findConversation(db, workspace.id, params.id)))
        throw fail('not_found');
      const media = await fetchMedia(platform, workspace, body.mediaUrl);
      const stored = await write(async (work) => {
        const row = await findConversation(work.db, workspace.id, params.id);
        if (!row) throw fail('not_found');
        const key = toKey(body.idempotencyKey, idempotencyKey);
        const sending = { author: 'HUMAN', draft: body, idempotencyKey: key } as const;
        const result = await storeOutgoing(platform, work, row, sending, media);
        const shown = result.fresh ? null : toMessage(platform, await completeMessage(work.db, result.message));
        return { ...result, shown };
      });
      if (stored.shown) return stored.shown;
      const { message: sent, outcome } = await deliver(platform, workspace, actor, stored);
      throwIf(toRefusal(outcome));
      return sent;
    },
  }),

  startConversation: operation({
    method: 'post',
    path: '/api/conversations/new',
    scope: 'conversations.write',
    summary: 'Start a conversation with a number',
    description:
      'Returns the conversation with the first `message` in it; an existing conversation of this number on the channel ' +
      'is reused. Without content, media or template nothing is sent and `message` is null. On a CLOUD_API channel a ' +
      'number that has not written in the last 24 hours accepts only a template. `warnings` reports `cold_outreach` on ' +
      'a QR channel.',
    tx: 'none',
    isRepeatable: true,
    body: ConversationDraft,
    success: 201,
    response: StartedConversation,
    errors: sendErrors,
    statuses: { unknown_reference: 400 },
    async run({ platform, workspace, actor, body, idempotencyKey }) {
      const { channelId, phoneNumber, contactId, ...draft } = body;
      const key = toKey(body.idempotencyKey, idempotencyKey);
      const started = await startConversation(platform, workspace, actor, {
        channelId,
        phoneNumber,
        contactId,
        draft,
        key,
      });
      throwIf(started.refusal);
      return started.conversation;
    },
  }),

  reactToMessage: operation({
    method: 'post',
    path: '/api/conversations/{id}/messages/{messageId}/react',
    scope: 'conversations.write',
    summary: 'React to a message',
    description:
      'Each side has one reaction; an empty emoji removes it. It is sent to the customer once the channel is connected.',
    tx: 'write',
    target: message,
    body: Reaction,
    success: 200,
    response: Message,
    async run(context) {
      const { db, platform, workspace, params, body, now } = context;
      await setReaction(context, params.messageId, 'HUMAN', body.emoji, now);
      await context.enqueue(sendReaction, { messageId: params.messageId, emoji: body.emoji });
      const row = await findMessage(db, workspace.id, params.id, params.messageId);
      return toMessage(platform, await completeMessage(db, row as NonNullable<typeof row>));
    },
  }),

  uploadConversationMedia: operation({
    method: 'post',
    path: '/api/conversations/{id}/upload-media',
    scope: 'conversations.write',
    summary: 'Upload an attachment to send in the conversation',
    tx: 'none',
    target: conversation,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestUpload,
      description:
        'An image (at most 10 MiB and 40 megapixels), audio, video or document; the type is read from its bytes.',
    },
    success: 200,
    response: UploadedMedia,
    errors: ['quota_exceeded'],
    run: async ({ platform, uploads, write }) => storeUpload(platform, uploads, write),
  }),
} satisfies Operations;

function throwIf(refusal: Problem | null): void {
  if (refusal) throw refusal;
}
