import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconChecks, IconMoodSmile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mediaPath } from '../../components/values/media-path.ts';
import { Time } from '../../components/values/time.tsx';
import { readPlace, wordsOf } from '../inbox/format.ts';
import type { PhoneMessage } from './simulator.ts';

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

interface PhoneBubbleProps {
  message: PhoneMessage;
  quoted: PhoneMessage | null;
  /** The customer's own reaction. */
  reaction: string | null;
  onReact(emoji: string): void;
}

/** A message on the customer's phone; the customer's own are on the right. */
export function PhoneBubble({ message, quoted, reaction, onReact }: PhoneBubbleProps) {
  const { t } = useTranslation('simulator');
  const { fromCustomer, at, status } = message;
  const words = wordsOf(message);
  const shown = [reaction, message.reaction].filter((emoji) => emoji);
  return (
    <article
      className="sim-message"
      data-mine={fromCustomer || undefined}
      aria-label={t(fromCustomer ? 'chat.mine' : 'chat.shops')}
    >
      <div className="sim-bubble">
        {message.agentName !== null && (
          <Text size="xs" fw={600} className="sim-agent">
            {message.agentName}
          </Text>
        )}
        {quoted && (
          <Text size="xs" className="sim-quote" lineClamp={2}>
            {wordsOf(quoted) ?? t(`shell:messageTypes.${quoted.type}`)}
          </Text>
        )}
        <Media message={message} />
        {words !== null && <div className="sim-words">{words}</div>}
        <div className="sim-meta">
          <Time at={at} style="time" />
          {fromCustomer ? (
            <span role="img" aria-label={t('chat.arrived')}>
              <IconChecks size={14} aria-hidden />
            </span>
          ) : (
            <span>{t(`statuses.${status}`)}</span>
          )}
        </div>
        {shown.length > 0 && <span className="sim-reaction">{shown.join(' ')}</span>}
      </div>
      {!fromCustomer && <React present={reaction} onReact={onReact} />}
    </article>
  );
}

function Media({ message: { type, mediaUrl, content } }: { message: PhoneMessage }) {
  const { t } = useTranslation('simulator');
  if (type === 'LOCATION') {
    const place = readPlace(content);
    return (
      <Text size="sm">{`📍 ${place ? `${place.latitude}, ${place.longitude}` : t('shell:messageTypes.LOCATION')}`}</Text>
    );
  }
  if (mediaUrl === null) return null;
  const path = mediaPath(mediaUrl);
  if (type === 'IMAGE')
    return <img className="sim-picture" src={path} alt={content ?? t('shell:messageTypes.IMAGE')} />;
  // biome-ignore lint/a11y/useMediaCaption: customers' recordings have no captions
  if (type === 'AUDIO') return <audio className="sim-audio" src={path} controls preload="none" />;
  // biome-ignore lint/a11y/useMediaCaption: customers' videos have no captions
  if (type === 'VIDEO') return <video className="sim-picture" src={path} controls preload="metadata" />;
  return (
    <a href={path} download>
      {t(`shell:messageTypes.${type}`)}
    </a>
  );
}

function React({ present, onReact }: { present: string | null; onReact(emoji: string): void }) {
  const { t } = useTranslation('simulator');
  return (
    <Menu position="top" shadow="md">
      <Menu.Target>
        <UnstyledButton className="sim-react" aria-label={t('chat.react')}>
          <IconMoodSmile size={17} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="sim-emojis">
        {emojis.map((emoji) => (
          <Menu.Item key={emoji} onClick={() => onReact(emoji === present ? '' : emoji)} aria-label={emoji}>
            {emoji}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
