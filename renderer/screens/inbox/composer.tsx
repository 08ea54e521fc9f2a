import { ActionIcon, FileButton, Group, Text, Textarea, Tooltip } from '@mantine/core';
import { IconMessageBolt, IconPaperclip, IconSend2, IconTemplate, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Attachments } from './attachments.tsx';
import { ComposerBlocked, useBlockedReason } from './composer-blocked.tsx';
import type { useOutbox } from './outbox.ts';
import { QuickReplyMenu, useQuickReplyMenu } from './quick-replies.tsx';
import type { Conversation, Message } from './shapes.ts';
import { TemplatePicker } from './template-picker.tsx';
import { type Attachment, useUploads } from './uploads.ts';

export interface ComposerHandle {
  focus(): void;
  attach(files: File[]): void;
}

interface ComposerProps {
  ref: Ref<ComposerHandle>;
  conversation: Conversation;
  replyTo: Message | null;
  onReplyDone(): void;
  onSend: ReturnType<typeof useOutbox>['send'];
}

/** What was begun in each conversation, for when one comes back to it. */
const begun = new Map<string, string>();
const longestText = 4_096;

export function Composer({ ref, conversation, replyTo, onReplyDone, onSend }: ComposerProps) {
  const { t } = useTranslation('inbox');
  const [text, setText] = useState(begun.get(conversation.id) ?? '');
  const [isPicking, setIsPicking] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(conversation.id);
  const quickReplies = useQuickReplyMenu(text, setText);
  const blocked = useBlockedReason(conversation);

  useEffect(() => {
    begun.set(conversation.id, text);
  }, [conversation.id, text]);
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    attach: (files) => {
      if (!blocked) uploads.add(files);
      input.current?.focus();
    },
  }));

  const isUploading = uploads.attachments.some(({ uploaded, error }) => uploaded === null && error === null);
  const ready = uploads.attachments.filter(({ uploaded }) => uploaded !== null);
  const canSend = !isUploading && (text.trim() !== '' || ready.length > 0);
  const send = () => {
    if (!canSend) return;
    sendAll(onSend, text.trim(), ready, replyTo);
    setText('');
    uploads.forget(uploads.attachments);
    onReplyDone();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (quickReplies.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      if (replyTo) onReplyDone();
      else event.currentTarget.blur();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };

  return (
    <footer className="ib-composer">
      {replyTo && <ReplyBar message={replyTo} onClose={onReplyDone} />}
      {blocked ? (
        <ComposerBlocked reason={blocked} onTemplate={() => setIsPicking(true)} />
      ) : (
        <>
          <Attachments attachments={uploads.attachments} onRemove={(attachment) => uploads.forget([attachment])} />
          <div className="ib-write">
            <FileButton multiple onChange={uploads.add}>
              {(props) => (
                <Tooltip label={t('composer.attach')}>
                  <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={t('composer.attach')}>
                    <IconPaperclip size={20} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )}
            </FileButton>
            <Tooltip label={t('composer.quickReplies')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('composer.quickReplies')}
                onClick={() => {
                  setText('/');
                  input.current?.focus();
                }}
              >
                <IconMessageBolt size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('template.title')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('template.title')}
                onClick={() => setIsPicking(true)}
                visibleFrom="xs"
              >
                <IconTemplate size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <div className="ib-input">
              <QuickReplyMenu menu={quickReplies} />
              <Textarea
                ref={input}
                autosize
                minRows={1}
                maxRows={8}
                maxLength={longestText}
                aria-label={t('composer.write')}
                placeholder={t('composer.write')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                {...quickReplies.inputProps}
              />
            </div>
            <ActionIcon size={36} onClick={send} disabled={!canSend} aria-label={t('composer.send')}>
              <IconSend2 size={19} aria-hidden />
            </ActionIcon>
          </div>
        </>
      )}
      <TemplatePicker
        conversation={conversation}
        opened={isPicking}
        onClose={() => setIsPicking(false)}
        onSend={(draft, media) => onSend(draft, media)}
      />
    </footer>
  );
}

/** The text is the caption of the first attachment, except for sound, which has none. */
function sendAll(onSend: ComposerProps['onSend'], text: string, ready: Attachment[], replyTo: Message | null): void {
  const reply = replyTo ? { replyToMessageId: replyTo.id } : {};
  const [first] = ready;
  const isCaption = first !== undefined && first.uploaded?.kind !== 'AUDIO';
  if (text !== '' && !isCaption) onSend({ content: text, ...reply });
  for (const { uploaded } of ready) {
    if (!uploaded) continue;
    const caption = isCaption && uploaded === first?.uploaded && text !== '' ? { content: text } : {};
    onSend({ mediaUrl: uploaded.url, ...caption, ...reply }, uploaded);
  }
}

function ReplyBar({ message, onClose }: { message: Message; onClose(): void }) {
  const { t } = useTranslation('inbox');
  return (
    <Group className="ib-reply" wrap="nowrap" justify="space-between">
      <div className="ib-quote">
        <Text size="xs" fw={600}>
          {t('composer.replyTo', { author: t(`authors.${message.author}`) })}
        </Text>
        <Text size="xs" lineClamp={1}>
          {message.content ?? t(`types.${message.type}`)}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label={t('composer.noReply')}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
