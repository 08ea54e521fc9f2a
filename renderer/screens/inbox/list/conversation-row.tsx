import { Badge, Text, VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconFile, IconMapPin, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MarkedText } from '../../../components/palette/marked-text.tsx';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import { Time } from '../../../components/values/time.tsx';
import { type ServiceState, stateOf } from '../conversation.ts';
import { formatDuration, nameOf, wordsOf } from '../format.ts';
import type { Conversation } from '../types.ts';
import type { SearchMatch } from './conversation-list.ts';

const minuteMs = 60_000;

interface RowProps {
  conversation: Conversation;
  /** What the search found in it. */
  match: SearchMatch | null;
  /** Name of the channel if there are several. */
  channel: string | null;
  stage: { name: string; color: string } | null;
  isOpen: boolean;
}

/** One row: person, time, last message or what the search found, unread count, state and stage. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  match,
  channel,
  stage,
  isOpen,
}: RowProps) {
  const { id, contact, unreadCount, lastMessage, lastMessageAt } = conversation;
  const href = match ? `/inbox/${id}?message=${match.messageId}` : `/inbox/${id}`;
  return (
    <Link
      href={href}
      className="ib-row"
      data-id={id}
      data-waits={stateOf(conversation) === 'WAITING' || undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      <PersonAvatar name={nameOf(contact)} size={36} />
      <div className="ib-row-main">
        <div className="ib-row-line">
          <span className="ib-row-name" data-unread={unreadCount > 0 || undefined}>
            {nameOf(contact)}
          </span>
          <RowMarks conversation={conversation} stage={stage} channel={channel} />
          <Text span size="xs" c="dimmed" className="ib-nowrap fd-figures">
            <Time at={match?.at ?? lastMessageAt} style="short" />
          </Text>
        </div>
        <div className="ib-row-line">
          {match ? (
            <Text span size="sm" c="dimmed" truncate>
              <MarkedText {...match.snippet} />
            </Text>
          ) : (
            <Preview message={lastMessage} />
          )}
          <Unread count={unreadCount} />
        </div>
      </div>
    </Link>
  );
});

/** State, stage, person and channel, as far as they say something about this conversation. */
function RowMarks({ conversation, stage, channel }: Pick<RowProps, 'conversation' | 'stage' | 'channel'>) {
  const { assignedTo, waitingSince } = conversation;
  const state = stateOf(conversation);
  return (
    <span className="ib-row-marks">
      <span className="ib-status" data-status={state}>
        {state === 'WAITING' && waitingSince ? <Waited since={waitingSince} /> : <StateWord state={state} />}
      </span>
      {stage && (
        <span className="ib-stage">
          <i style={{ background: stage.color }} />
          {stage.name}
        </span>
      )}
      {assignedTo && <span className="ib-truncate">{assignedTo}</span>}
      {channel && <span className="ib-truncate">{channel}</span>}
    </span>
  );
}

/** The usual state is a dot with a word for screen readers, so that the others stand out. */
function StateWord({ state }: { state: ServiceState }) {
  const { t } = useTranslation('inbox');
  const word = t(`states.${state}`);
  return state === 'ACTIVE' ? <VisuallyHidden>{word}</VisuallyHidden> : word;
}

function Unread({ count }: { count: number }) {
  const { t } = useTranslation('inbox');
  if (count === 0) return null;
  return (
    <Badge size="sm" circle={count < 10} className="ib-unread" aria-label={t('list.unread', { count })}>
      {count > 99 ? '99+' : count}
    </Badge>
  );
}

/** How long the customer has waited, in whole minutes, hours or days. */
function Waited({ since }: { since: string }) {
  const { t, i18n } = useTranslation('inbox');
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), minuteMs, { autoInvoke: true });
  return <>{t('list.waits', { time: formatDuration(now - Date.parse(since), i18n.language) })}</>;
}

const icons = {
  AUDIO: IconMicrophone,
  IMAGE: IconPhoto,
  VIDEO: IconVideo,
  DOCUMENT: IconFile,
  LOCATION: IconMapPin,
} as const;

function Preview({ message }: { message: Conversation['lastMessage'] }) {
  const { t } = useTranslation('inbox');
  if (!message) {
    return (
      <Text span size="sm" c="dimmed" truncate>
        {t('list.noMessage')}
      </Text>
    );
  }
  const Icon = message.type === 'TEXT' ? null : icons[message.type];
  return (
    <Text span size="sm" c="dimmed" truncate>
      {message.direction === 'OUTBOUND' && `${t(`authors.${message.author}`)}: `}
      {Icon && <Icon size={14} aria-hidden className="ib-row-icon" />}
      {wordsOf(message) ?? t(`shell:messageTypes.${message.type}`)}
    </Text>
  );
}
