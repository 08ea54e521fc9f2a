import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { writeAt } from '../../../components/form/write-at.ts';
import { isTooLong } from '../../../components/limits/length-note.tsx';
import { limitsOf, useLimits } from '../../../components/limits/use-limits.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import type { Conversation, Message } from '../types.ts';
import { useChannels } from '../use-lists.ts';
import type { usePendingMessages } from './pending-messages.ts';
import { type Attachment, useUploads } from './uploads.ts';

export type MessageDraft = ReturnType<typeof useMessageDraft>;

/** Text and attachments of the unsent message; both are kept until they are sent. */
export function useMessageDraft(
  conversationId: string,
  input: RefObject<HTMLTextAreaElement | null>,
  onSend: (text: string, ready: Attachment[]) => void,
) {
  const [text, setText] = useBegun(`${conversationId}.text`, '');
  const [cursor, setCursor] = useState(text.length);
  const edit = (next: string, place: number) => {
    writeAt(input, place, () => {
      setText(next);
      setCursor(place);
    });
  };
  const uploads = useUploads(conversationId);
  const isUploading = uploads.attachments.some(({ uploaded, error }) => uploaded === null && error === null);
  const ready = uploads.attachments.filter(({ uploaded }) => uploaded !== null);
  const canSend = text.trim() !== '' || ready.length > 0 || isUploading;
  // True after the person pressed Send, while the message waits for its uploads.
  const [isAwaited, setIsAwaited] = useState(false);
  const sendNow = () => {
    onSend(text.trim(), ready);
    setText('');
    setCursor(0);
    uploads.forget(uploads.attachments);
  };
  const hasArrived = isAwaited && !isUploading;
  useEffect(() => {
    if (!hasArrived) return;
    setIsAwaited(false);
    // The text may refer to the missing file, so nothing is sent; the failure is shown next to the file.
    if (ready.length === uploads.attachments.length) sendNow();
  });
  const send = () => (isUploading ? setIsAwaited(true) : sendNow());
  const remove = (attachment: Attachment) => {
    setIsAwaited(false);
    uploads.forget([attachment]);
  };
  return { text, setText, cursor, setCursor, edit, uploads, canSend, isAwaited, send, remove };
}

/** Length and limit of the text, which is a caption if the first file can have one. */
export function useLength({ channelId }: Conversation, { text, uploads }: MessageDraft) {
  const { t } = useTranslation('inbox');
  const provider = useChannels().find(({ id }) => id === channelId)?.provider;
  const limits = limitsOf(useLimits(), provider);
  const { length } = text.trim();
  if (!hasCaption(uploads.attachments)) return { what: t('composer.text'), length, limit: limits?.text };
  const advice = isTooLong(length, limits?.text) ? undefined : t('composer.sendApart');
  return { what: t('composer.caption'), length, limit: limits?.caption, advice };
}

/** Returns true if the text becomes a caption. Audio has no caption. */
const hasCaption = ([first]: Attachment[]): boolean => first !== undefined && first.uploaded?.kind !== 'AUDIO';

/** Sends the text as the caption of the first attachment, or before audio. */
export function sendAll(
  onSend: ReturnType<typeof usePendingMessages>['send'],
  text: string,
  ready: Attachment[],
  replyTo: Message | null,
): void {
  const reply = replyTo ? { replyToMessageId: replyTo.id } : {};
  const [first] = ready;
  const isCaption = hasCaption(ready);
  if (text !== '' && !isCaption) onSend({ content: text, ...reply });
  for (const { uploaded, libraryId } of ready) {
    if (!uploaded) continue;
    // Only counts usage; the message is sent even if this fails.
    if (libraryId !== null) call('recordLibraryFileUse', { path: { id: libraryId } }).catch(() => {});
    const caption = isCaption && uploaded === first?.uploaded && text !== '' ? { content: text } : {};
    onSend({ mediaUrl: uploaded.url, ...caption, ...reply }, uploaded);
  }
}
