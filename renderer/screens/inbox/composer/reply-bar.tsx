import { ActionIcon, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSaid } from '../../../components/values/use-said.ts';
import { authorOf } from '../format.ts';
import type { Message } from '../types.ts';

/** The message that is replied to. */
export function ReplyBar({ message, onClose }: { message: Message; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const { sayMessage } = useSaid();
  return (
    <Group className="ib-reply" wrap="nowrap" justify="space-between">
      <div className="ib-quote">
        <Text size="xs" fw={600}>
          {t('composer.replyTo', { author: authorOf(message, t(`authors.${message.author}`)) })}
        </Text>
        <Text size="xs" lineClamp={1}>
          {sayMessage(message)}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label={t('composer.noReply')}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
