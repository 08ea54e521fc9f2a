import { Badge, Text, VisuallyHidden } from '@mantine/core';
import {
  IconAlarm,
  IconBan,
  IconCheck,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconPhoto,
  IconUser,
  IconVideo,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MarkedText } from '../../../components/palette/marked-text.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useSaid } from '../../../components/values/use-said.ts';
import { stateOf } from '../conversation.ts';
import { noticeIcons } from '../notice-icons.ts';
import type { Conversation } from '../types.ts';
import { useWaited } from '../waited.tsx';
import type { SearchMatch } from './conversation-list.ts';

interface RowProps {
  conversation: Conversation;
  /** What the search found in it. */
  match: SearchMatch | null;
  /** Name of the channel if there are several. */
  channel: string | null;
  stage: { name: string; color: string } | null;
  isOpen: boolean;
}

/** One row: person, time or how long she has waited, last message or what the search found, marks and unread count. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  match,
  channel,
  stage,
  isOpen,
}: RowProps) {
  const { id, contact, unreadCount, lastMessage, lastMessageAt, waitingSince } = conversation;
  const href = match ? `/inbox/${id}?message=${match.messageId}` : `/inbox/${id}`;
  const state = stateOf(conversation);
  // What was resolved without an answer is done.
  const unread = state === 'RESOLVED' ? 0 : unreadCount;
  return (
    <Link
      href={href}
      className="ib-row"
      data-id={id}
      data-waits={state === 'WAITING' || undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      <PersonAvatar name={nameOf(contact)} size={36} />
      <div className="ib-row-main">
        <div className="ib-row-line">
          <span className="ib-row-name" data-unread={unread > 0 || undefined}>
            {nameOf(contact)}
          </span>
          {state === 'WAITING' && waitingSince !== null && !match ? (
            <Waited since={waitingSince} />
          ) : (
            <Text span size="xs" c="dimmed" className="ib-nowrap fd-figures">
              <Time at={match?.at ?? lastMessageAt} style="short" />
            </Text>
          )}
        </div>
        <div className="ib-row-line">
          {match ? (
            <Text span className="ib-row-text" c="dimmed" truncate>
              <MarkedText {...match.snippet} />
            </Text>
          ) : (
            <Preview message={lastMessage} />
          )}
          <RowMarks conversation={conversation} stage={stage} channel={channel} />
          <Unread count={unread} />
        </div>
      </div>
    </Link>
  );
});

/** How long the customer has waited, in the place of the time. */
function Waited({ since }: { since: string }) {
  const { t } = useTranslation('inbox');
  const time = useWaited(since);
  return (
    <span className="ib-row-wait fd-figures" title={t('list.waits', { time })}>
      <VisuallyHidden>{t('list.waits', { time })}</VisuallyHidden>
      <span aria-hidden>{time}</span>
    </span>
  );
}

const stateIcons = { WAITING: null, ACTIVE: null, IN_SERVICE: IconUser, SNOOZED: IconAlarm, RESOLVED: IconCheck };

/** State, person, stage and channel, as far as they say something about this conversation. */
function RowMarks({ conversation, stage, channel }: Pick<RowProps, 'conversation' | 'stage' | 'channel'>) {
  const { t } = useTranslation('inbox');
  const { assignedTo } = conversation;
  const state = stateOf(conversation);
  const Icon = stateIcons[state];
  return (
    <span className="ib-row-marks">
      {state !== 'WAITING' && <VisuallyHidden>{t(`states.${state}`)}</VisuallyHidden>}
      {Icon && <Icon size={14} aria-hidden className="ib-state-icon" />}
      {assignedTo && <span className="ib-truncate">{assignedTo}</span>}
      {stage && (
        <span className="ib-stage">
          <i style={{ background: stage.color }} />
          <span className="ib-truncate">{stage.name}</span>
        </span>
      )}
      {channel && <span className="ib-truncate">{channel}</span>}
    </span>
  );
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

const icons = {
  AUDIO: IconMicrophone,
  IMAGE: IconPhoto,
  VIDEO: IconVideo,
  DOCUMENT: IconFile,
  LOCATION: IconMapPin,
} as const;

function iconOf({ type, notice, deletedAt }: NonNullable<Conversation['lastMessage']>) {
  if (deletedAt !== null) return IconBan;
  if (notice !== null) return noticeIcons[notice.kind];
  return type === 'TEXT' ? null : icons[type];
}

function Preview({ message }: { message: Conversation['lastMessage'] }) {
  const { t } = useTranslation('inbox');
  const { sayMessage } = useSaid();
  if (!message) {
    return (
      <Text span className="ib-row-text" c="dimmed" truncate>
        {t('list.noMessage')}
      </Text>
    );
  }
  const { direction, error } = message;
  // The reason of a failure replaces the text. A file that was not fetched is no failure of a send.
  if (direction === 'OUTBOUND' && error !== null && error.code !== 'media_unavailable') {
    return (
      <Text span className="ib-row-text" c="var(--mantine-color-error)" truncate>
        {t('thread.failed')} {t(`failures.${error.code}`, { defaultValue: error.message })}
      </Text>
    );
  }
  const Icon = iconOf(message);
  return (
    <Text span className="ib-row-text" c="dimmed" truncate>
      {message.direction === 'OUTBOUND' && `${t(`authors.${message.author}`)}: `}
      {Icon && <Icon size={14} aria-hidden className="ib-row-icon" />}
      {sayMessage(message)}
    </Text>
  );
}
