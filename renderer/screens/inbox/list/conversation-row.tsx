import { Avatar, Badge, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconFile, IconMapPin, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Time } from '../../../components/values/time.tsx';
import { stateOf } from '../conversation.ts';
import { formatDuration, initialsOf, nameOf, wordsOf } from '../format.ts';
import type { Conversation } from '../types.ts';

const minuteMs = 60_000;

interface RowProps {
  conversation: Conversation;
  /** Name of the channel if there are several. */
  channel: string | null;
  stage: { name: string; color: string } | null;
  isOpen: boolean;
}

/** One row: person, time, last message, unread count, status and stage. */
export const ConversationRow = memo(function ConversationRow({ conversation, channel, stage, isOpen }: RowProps) {
  const { t } = useTranslation('inbox');
  const { id, contact, unreadCount, lastMessage, lastMessageAt, assignedTo, waitingSince } = conversation;
  const state = stateOf(conversation);
  return (
    <Link href={`/inbox/${id}`} className="ib-row" data-id={id} aria-current={isOpen ? 'true' : undefined}>
      <Avatar size={40} radius="xl" color="brand" aria-hidden>
        {initialsOf(contact.name)}
      </Avatar>
      <div className="ib-row-main">
        <div className="ib-row-line">
          <Text span fw={unreadCount > 0 ? 700 : 550} size="sm" truncate>
            {nameOf(contact)}
          </Text>
          <Text span size="xs" c="dimmed" className="ib-nowrap">
            <Time at={lastMessageAt} style="short" />
          </Text>
        </div>
        <div className="ib-row-line">
          <Preview message={lastMessage} />
          {unreadCount > 0 && (
            <Badge
              size="sm"
              circle={unreadCount < 10}
              className="ib-unread"
              aria-label={t('list.unread', { count: unreadCount })}
            >
              {unreadCount > 99 ? '99+' : unreadCount}
            </Badge>
          )}
        </div>
        <div className="ib-row-line ib-row-foot">
          <span className="ib-status" data-status={state}>
            {t(`states.${state}`)}
            {state === 'WAITING' && waitingSince && <Waited since={waitingSince} />}
          </span>
          {stage && (
            <span className="ib-stage">
              <i style={{ background: stage.color }} />
              {stage.name}
            </span>
          )}
          {assignedTo && <span className="ib-truncate">{assignedTo}</span>}
          {channel && <span className="ib-truncate ib-row-channel">{channel}</span>}
        </div>
      </div>
    </Link>
  );
});

/** How long the customer has waited, in whole minutes, hours or days. */
function Waited({ since }: { since: string }) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), minuteMs, { autoInvoke: true });
  return <> · {formatDuration(now - Date.parse(since), i18n.language)}</>;
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
