import { ActionIcon, Textarea, UnstyledButton } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { isTooLong, LengthNote } from '../../../components/limits/length-note.tsx';
import { useConsole } from '../../../session.ts';
import { firstNameOf } from '../../library/quick-replies/fill-reply.ts';
import type { Conversation, Message } from '../types.ts';
import { AskForNumber } from './ask-for-number.tsx';
import { Attachments } from './attachments.tsx';
import { ComposerBlocked, useBlockedReason } from './composer-blocked.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { type MessageDraft, sendAll, useLength, useMessageDraft } from './message-draft.ts';
import { NoteForm } from './note-form.tsx';
import { OfferSlots } from './offer-slots.tsx';
import { OrderSummary } from './order-summary.tsx';
import type { usePendingMessages } from './pending-messages.ts';
import { QuickReplyMenu, useQuickReplyMenu } from './quick-replies.tsx';
import { ReplyBar } from './reply-bar.tsx';
import { TemplatePicker } from './template-picker.tsx';

export interface ComposerHandle {
  focus(): void;
  attach(files: File[]): void;
}

interface ComposerProps {
  ref: Ref<ComposerHandle>;
  conversation: Conversation;
  replyTo: Message | null;
  onReplyDone(): void;
  onSend: ReturnType<typeof usePendingMessages>['send'];
}

/** Limit of the API; the screen shows the limits of the channel. */
const longestText = 65_536;

/** Writes messages, or shows why that is not possible. */
export function Composer({ ref, conversation, replyTo, onReplyDone, onSend }: ComposerProps) {
  const { t } = useTranslation('inbox');
  const [isPicking, setIsPicking] = useState(false);
  const [mode, setMode] = useState<Mode>('message');
  const input = useRef<HTMLTextAreaElement>(null);
  const blocked = useBlockedReason(conversation);
  const draft = useMessageDraft(conversation.id, input, (text, ready) => {
    sendAll(onSend, text, ready, replyTo);
    onReplyDone();
  });
  const { uploads } = draft;
  const { workspace } = useConsole();
  const quickReplies = useQuickReplyMenu({
    ...draft,
    values: { name: firstNameOf(conversation.contact.name), shop: workspace.name },
    attach: (ids) => uploads.addFromLibrary(ids).catch(notifyFailure),
  });
  const length = useLength(conversation, draft);
  const canSend = draft.canSend && !quickReplies.isShortcut && !isTooLong(length.length, length.limit);
  const send = () => {
    if (canSend) draft.send();
  };
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    attach: (files) => {
      if (!blocked) uploads.add(files);
      input.current?.focus();
    },
  }));
  const beginQuickReply = () => {
    const before = draft.text.slice(0, draft.cursor);
    const slash = before === '' || /\s$/.test(before) ? '/' : ' /';
    draft.edit(before + slash + draft.text.slice(draft.cursor), draft.cursor + slash.length);
  };
  const choose = (next: Mode) => {
    // The next key must reach the other field.
    flushSync(() => setMode(next));
    input.current?.focus();
  };
  const insert = (text: string) => {
    const { cursor } = draft;
    draft.edit(draft.text.slice(0, cursor) + text + draft.text.slice(cursor), cursor + text.length);
  };
  return (
    <footer className="ib-composer">
      {replyTo && <ReplyBar message={replyTo} onClose={onReplyDone} />}
      <ModeChoice mode={mode} onChange={choose} />
      {mode === 'note' ? (
        <NoteForm conversationId={conversation.id} inputRef={input} />
      ) : blocked ? (
        <ComposerBlocked reason={blocked} onTemplate={() => setIsPicking(true)} />
      ) : (
        <>
          <LengthNote {...length} />
          <Attachments attachments={uploads.attachments} onRetry={uploads.retry} onRemove={draft.remove} />
          <div className="ib-write">
            <ComposerTools
              onFiles={uploads.add}
              onQuickReplies={beginQuickReply}
              onTemplate={() => setIsPicking(true)}
              onEmoji={insert}
              offer={
                <>
                  <OrderSummary contactId={conversation.contact.id} onInsert={insert} />
                  {conversation.contact.phone === null && (
                    <AskForNumber onAsk={() => onSend({ request: 'contactInfo' })} />
                  )}
                  <OfferSlots agentId={conversation.aiAgentId} onInsert={insert} />
                </>
              }
            />
            <MessageInput
              inputRef={input}
              draft={draft}
              quickReplies={quickReplies}
              onSend={send}
              onEscape={replyTo && onReplyDone}
            />
            <ActionIcon
              size={36}
              onClick={send}
              disabled={!canSend}
              loading={draft.isAwaited}
              aria-label={t('composer.send')}
            >
              <IconSend2 size={19} aria-hidden />
            </ActionIcon>
          </div>
        </>
      )}
      <TemplatePicker
        conversation={conversation}
        opened={isPicking}
        onClose={() => setIsPicking(false)}
        onSend={(template, media) => onSend(template, media)}
      />
    </footer>
  );
}

type Mode = 'message' | 'note';

/** Whether the customer or only the shop reads what is written. */
function ModeChoice({ mode, onChange }: { mode: Mode; onChange(mode: Mode): void }) {
  const { t } = useTranslation('inbox');
  return (
    <div className="ib-modes">
      {(['message', 'note'] as const).map((each) => (
        <UnstyledButton key={each} className="ib-mode" aria-pressed={mode === each} onClick={() => onChange(each)}>
          {t(`composer.modes.${each}`)}
        </UnstyledButton>
      ))}
    </div>
  );
}

interface MessageInputProps {
  inputRef: RefObject<HTMLTextAreaElement | null>;
  draft: MessageDraft;
  quickReplies: ReturnType<typeof useQuickReplyMenu>;
  onSend(): void;
  /** Handler of Escape; null lets it blur the field. */
  onEscape: (() => void) | null;
}

/** Text field with the menu of quick replies. Enter sends; pasted files become attachments. */
function MessageInput({ inputRef, draft, quickReplies, onSend, onEscape }: MessageInputProps) {
  const { t } = useTranslation('inbox');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (quickReplies.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSend();
    } else if (event.key === 'Escape') {
      if (onEscape) onEscape();
      else event.currentTarget.blur();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    draft.uploads.add(files);
  };
  return (
    <div className="ib-input">
      <QuickReplyMenu menu={quickReplies} />
      <Textarea
        ref={inputRef}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={longestText}
        aria-label={t('composer.write')}
        placeholder={t('composer.write')}
        value={draft.text}
        onChange={({ currentTarget }) => {
          draft.setText(currentTarget.value);
          draft.setCursor(currentTarget.selectionStart);
        }}
        onSelect={(event) => draft.setCursor(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...quickReplies.inputProps}
      />
    </div>
  );
}
