import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../components/values/time.tsx';
import { useSaid } from '../../../components/values/use-said.ts';
import { authorOf } from '../format.ts';
import type { Message, OpenQuestion } from '../types.ts';
import { Deleted, Edited, Enclosed, NoticeLine } from './enclosures.tsx';
import { MessageContent } from './message-content.tsx';
import { MessageTools } from './message-tools.tsx';
import { showMessage } from './use-jump.ts';

export interface MessageActions {
  reply(message: Message): void;
  react(message: Message, emoji: string): void;
  repeat(message: Message): void;
  /** Shows why an agent wrote this. */
  explain(message: Message): void;
  teach(question: OpenQuestion): void;
}

interface BubbleProps {
  message: Message;
  /** The replied-to message; null if there is none or it is not loaded. */
  quoted: Message | null;
  /** Same author as the message above, shortly after it. */
  continues: boolean;
  /** What the agent could not answer with this message. */
  missed: OpenQuestion[] | undefined;
  actions: MessageActions;
}

/** One message with its quote, reactions and receipt. */
export const MessageBubble = memo(function MessageBubble({ message, quoted, continues, missed, actions }: BubbleProps) {
  const { t } = useTranslation('inbox');
  const isOut = message.direction === 'OUTBOUND';
  const author = authorOf(message, t(`authors.${message.author}`));
  return (
    <article
      id={message.id}
      className="ib-message"
      data-out={isOut || undefined}
      data-author={message.author}
      data-continues={continues || undefined}
      aria-label={t('thread.messageBy', { author })}
    >
      <div className="ib-bubble" data-failed={message.status === 'FAILED' || undefined}>
        {isOut && !continues && <Text className="ib-author">{author}</Text>}
        {message.replyToMessageId !== null && <Quote message={quoted} />}
        <Contents message={message} />
        <div className="ib-meta">
          {message.editedAt !== null && message.deletedAt === null && <Edited earlier={message.earlier} />}
          <Time at={message.writtenAt} style="time" />
          {isOut && <Receipt status={message.status} />}
        </div>
        {message.status === 'FAILED' && <Failed error={message.error} onRepeat={() => actions.repeat(message)} />}
        {missed && <Missed name={message.authorName ?? author} questions={missed} onTeach={actions.teach} />}
        {message.reactions.length > 0 && <Reactions message={message} />}
      </div>
      <MessageTools message={message} actions={actions} />
    </article>
  );
});

function Contents({ message }: { message: Message }) {
  if (message.deletedAt !== null) return <Deleted message={message} />;
  if (message.notice !== null) return <NoticeLine notice={message.notice} isOut={message.direction === 'OUTBOUND'} />;
  return (
    <>
      <MessageContent message={message} />
      <Enclosed message={message} />
    </>
  );
}

/** Excerpt of the replied-to message; a click scrolls to it. */
export function Quote({ message }: { message: Message | null }) {
  const { t } = useTranslation('inbox');
  const { sayMessage } = useSaid();
  if (!message) {
    return (
      <Text className="ib-quote" size="xs" fs="italic">
        {t('thread.quoteFar')}
      </Text>
    );
  }
  return (
    <UnstyledButton className="ib-quote" onClick={() => showMessage(message.id)}>
      <Text span size="xs" fw={600} display="block">
        {authorOf(message, t(`authors.${message.author}`))}
      </Text>
      <Text span size="xs" lineClamp={2}>
        {sayMessage(message)}
      </Text>
    </UnstyledButton>
  );
}

const receipts = {
  PENDING: IconClock,
  SENT: IconCheck,
  DELIVERED: IconChecks,
  READ: IconChecks,
  FAILED: IconAlertCircle,
  RECEIVED: IconCheck,
} as const;

export function Receipt({ status }: { status: Message['status'] }) {
  const { t } = useTranslation('inbox');
  const Icon = receipts[status];
  return (
    <span className="ib-receipt" data-status={status} role="img" aria-label={t(`receipts.${status}`)}>
      <Icon size={15} aria-hidden />
    </span>
  );
}

interface FailedProps {
  error: Message['error'];
  onRepeat(): void;
  onDrop?(): void;
}

/** Reports an unsent message, the reason and the possible actions. */
export function Failed({ error, onRepeat, onDrop }: FailedProps) {
  const { t } = useTranslation('inbox');
  return (
    <div className="ib-failed" role="alert">
      <Text size="xs">
        {t('thread.failed')} {error && t(`failures.${error.code}`, { defaultValue: error.message })}
      </Text>
      <Group gap={6} mt={4}>
        <Button size="compact-xs" variant="light" color="red" onClick={onRepeat}>
          {t('thread.sendAgain')}
        </Button>
        {onDrop && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onDrop}>
            {t('thread.discard')}
          </Button>
        )}
      </Group>
    </div>
  );
}

interface MissedProps {
  name: string;
  questions: OpenQuestion[];
  onTeach(question: OpenQuestion): void;
}

/** What the agent did not know: an owner can teach it. */
function Missed({ name, questions, onTeach }: MissedProps) {
  const { t } = useTranslation('teach');
  return questions.map((missed) => (
    <div key={missed.id} className="fd-missed">
      <span>{t('missedOf', { name, question: missed.question })}</span>
      <Button size="compact-xs" variant="light" onClick={() => onTeach(missed)}>
        {t('teach')}
      </Button>
    </div>
  ));
}

function Reactions({ message }: { message: Message }) {
  const { t } = useTranslation('inbox');
  return (
    <Group gap={4} className="ib-reactions">
      {message.reactions.map(({ emoji, author }) => (
        <Badge
          key={author}
          variant="default"
          size="lg"
          role="img"
          aria-label={t('thread.reactionBy', { emoji, author: t(`authors.${author}`) })}
        >
          {emoji}
        </Badge>
      ))}
    </Group>
  );
}
