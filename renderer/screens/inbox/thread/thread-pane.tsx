import { Center, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { useFileDrop } from '../../../components/form/use-file-drop.ts';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import { forgetPlacesOf } from '../../../kept/places.ts';
import { type ConsoleState, sessionQuery, useConsole } from '../../../session.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { toRepeat, usePendingMessages } from '../composer/pending-messages.ts';
import { handoffOf, useConversation, useConversationActions } from '../conversation.ts';
import type { Conversation, Message } from '../types.ts';
import { HandoffNote } from './handoff-note.tsx';
import { Lessons, useLessons } from './lessons.tsx';
import type { MessageActions } from './message-bubble.tsx';
import { MessageList } from './message-list.tsx';
import { useNotes } from './notes.ts';
import { putMessage, useThread } from './thread.ts';
import { ThreadHeader } from './thread-header.tsx';
import { useJump } from './use-jump.ts';

interface ThreadPaneProps {
  id: string;
  /** The list's copy of the conversation. */
  known: Conversation | undefined;
  hasPanel?: boolean;
  onBack(): void;
  /** Shows and hides the contact; absent where there is no room for it. */
  onPanel?: (() => void) | undefined;
}

/** One conversation: header, messages and composer. */
export function ThreadPane({ id, known, hasPanel = false, onBack, onPanel }: ThreadPaneProps) {
  const { t } = useTranslation('inbox');
  const { data: conversation, error, refetch } = useConversation(id, known);
  const thread = useThread(id);
  const notes = useNotes(id, thread.data);
  useJump(id, thread.data, thread.loadUntil);
  const service = useConversationActions(id);
  const pending = usePendingMessages(id);
  useSettled(pending, thread.data?.messages);
  useErased(id, error);
  const composer = useRef<ComposerHandle>(null);
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const lessons = useLessons(id);
  const actions = useMessageActions(pending.send, {
    reply(message) {
      setReplyTo(message);
      composer.current?.focus();
    },
    explain: lessons.explain,
    teach: lessons.teach,
  });
  const drop = useFileDrop((files) => composer.current?.attach(files));

  useHotkeys([
    ['r', () => composer.current?.focus()],
    ['e', () => conversation && (conversation.status === 'RESOLVED' ? service.reopen() : service.resolve())],
    ['h', () => conversation && conversation.status !== 'RESOLVED' && service.change(handoffOf(conversation))],
  ]);

  if (error && !conversation) return <Failure error={error} onRetry={refetch} />;
  if (!conversation) {
    return (
      <Center className="ib-thread">
        <Loading size="sm" />
      </Center>
    );
  }
  return (
    <section className="ib-thread" aria-label={t('thread.title')} {...drop.handlers}>
      <ThreadHeader {...{ conversation, service, onBack, onPanel, hasPanel }} />
      <HandoffNote conversation={conversation} missed={lessons.missed} onTeach={lessons.teach} />
      <MessageList
        thread={thread}
        notes={notes}
        outgoing={pending.outgoing}
        unansweredCount={conversation.status === 'RESOLVED' ? 0 : conversation.unreadCount}
        missed={lessons.missed}
        actions={actions}
        onRepeat={({ draft, media, idempotencyKey }) => pending.send(draft, media, idempotencyKey)}
        onDrop={pending.drop}
      />
      <Composer
        ref={composer}
        conversation={conversation}
        replyTo={replyTo}
        onReplyDone={() => setReplyTo(null)}
        onSend={pending.send}
      />
      <Lessons
        lessons={lessons}
        conversation={conversation}
        messages={thread.data?.messages ?? []}
        onSend={(content) => pending.send({ content })}
      />
      {drop.isOver && (
        <div className="ib-drop">
          <IconPaperclip size={28} aria-hidden />
          <Text fw={600}>{t('composer.drop')}</Text>
        </div>
      )}
    </section>
  );
}

/** Forgets unsent messages that turn out to be stored. */
function useSettled(
  { outgoing, settle }: ReturnType<typeof usePendingMessages>,
  messages: Message[] | undefined,
): void {
  useEffect(() => {
    if (messages && outgoing.length > 0) settle(messages);
  }, [messages, outgoing, settle]);
}

/** Forgets what was written in a conversation that is gone, for example because its customer was deleted elsewhere. */
function useErased(id: string, error: Error | null): void {
  const client = useQueryClient();
  const { workspace } = useConsole();
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (!isGone) return;
    // Another window may have chosen another shop, in which no conversation of this one is found.
    const forget = (now: ConsoleState) => now.workspace.id === workspace.id && forgetPlacesOf(workspace.id, [id]);
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(forget, () => {});
  }, [isGone, client, workspace.id, id]);
}

type Latest = Pick<MessageActions, 'reply' | 'explain' | 'teach'>;

function useMessageActions(send: ReturnType<typeof usePendingMessages>['send'], present: Latest) {
  const client = useQueryClient();
  const latest = useRef(present);
  latest.current = present;
  return useMemo<MessageActions>(
    () => ({
      reply: (message) => latest.current.reply(message),
      explain: (message) => latest.current.explain(message),
      teach: (question) => latest.current.teach(question),
      async react(message, emoji) {
        const path = { id: message.conversationId, messageId: message.id };
        const others = message.reactions.filter(({ author }) => author !== 'HUMAN');
        const mine = { emoji, author: 'HUMAN' as const, at: new Date().toISOString() };
        putMessage(client, { ...message, reactions: emoji === '' ? others : [...others, mine] });
        try {
          putMessage(client, await call('reactToMessage', { path, body: { emoji } }));
        } catch (error) {
          putMessage(client, message);
          notifyFailure(error as Error);
        }
      },
      repeat(message) {
        const { draft, idempotencyKey } = toRepeat(message);
        putMessage(client, { ...message, status: 'PENDING', error: null });
        send(draft, null, idempotencyKey);
      },
    }),
    [client, send],
  );
}
