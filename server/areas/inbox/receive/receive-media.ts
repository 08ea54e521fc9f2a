import { insertFile } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ReceivedMedia } from '../../channels/index.ts';
import { reload, shownChanged } from '../conversations/open-conversation.ts';
import { messageStatus } from '../events.ts';
import { findMessageById } from '../message-log.ts';
import { completeMessage, toMessage, updateMessage } from '../messages.store.ts';
import { type MessageRow, updateConversation } from '../store.ts';

const mediaUnavailable = JSON.stringify({ code: 'media_unavailable', message: 'The attachment could not be fetched' });

/** Adds the attachment to its message, or the error if it is lost. */
export async function receiveMedia(
  platform: Platform,
  work: Work,
  messageId: string,
  media: ReceivedMedia | null,
): Promise<void> {
  const message = findMessageById(work.db, work.workspace.id, messageId);
  if (!message) throw new Error(`Message ${messageId} no longer exists`);
  // A quota must not lose what a customer sent.
  const file = media && (await insertFile(work, media.blob, nameOf(message, media), { force: true }));
  const row = await updateMessage(work.db, work.workspace.id, messageId, {
    file_id: file?.id ?? null,
    error: file ? message.error : (message.error ?? mediaUnavailable),
    updated_at: work.now,
  });
  const conversation = await reload(work, row.conversation_id);
  const shown = { ...shownChanged(conversation, row), updated_at: work.now };
  await updateConversation(work.db, work.workspace.id, conversation.id, shown);
  await work.emit(messageStatus, toMessage(platform, await completeMessage(work.db, row)), { mediaPending: true });
}

const nameOf = ({ type }: MessageRow, { fileName, blob }: ReceivedMedia): string =>
  fileName ?? `${type.toLowerCase()}.${blob.extension}`;
