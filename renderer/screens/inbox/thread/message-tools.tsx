import { ActionIcon, Group, Popover, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconBulb, IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../types.ts';
import type { MessageActions } from './message-bubble.tsx';

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** Reply and reaction buttons, and why an agent wrote this; shown on hover or focus. */
export function MessageTools({ message, actions }: { message: Message; actions: MessageActions }) {
  const { t } = useTranslation('inbox');
  // The popover is expensive per bubble, so it is mounted on demand.
  const [isChoosing, setIsChoosing] = useState(false);
  const mine = message.reactions.find(({ author }) => author === 'HUMAN')?.emoji;
  const choose = (emoji: string) => {
    setIsChoosing(false);
    actions.react(message, emoji === mine ? '' : emoji);
  };
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('thread.react')}
      onClick={() => setIsChoosing(!isChoosing)}
      aria-expanded={isChoosing}
    >
      <IconMoodSmile size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className="ib-tools" data-open={isChoosing || undefined}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('thread.reply')} onClick={() => actions.reply(message)}>
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
      {message.author === 'AGENT' && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('teach:why')} onClick={() => actions.explain(message)}>
          <IconBulb size={18} aria-hidden />
        </ActionIcon>
      )}
      {isChoosing ? (
        <Popover opened onChange={setIsChoosing} position="top" withArrow trapFocus withRoles={false}>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p={6} aria-label={t('thread.react')}>
            <Group gap={2} wrap="nowrap">
              {emojis.map((emoji) => (
                <UnstyledButton
                  key={emoji}
                  className="ib-emoji"
                  aria-label={emoji}
                  aria-pressed={emoji === mine}
                  onClick={() => choose(emoji)}
                >
                  {emoji}
                </UnstyledButton>
              ))}
            </Group>
          </Popover.Dropdown>
        </Popover>
      ) : (
        button
      )}
    </div>
  );
}
