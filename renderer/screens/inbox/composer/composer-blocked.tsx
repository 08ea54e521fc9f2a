import { Alert, Button, Group } from '@mantine/core';
import { IconClockOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Conversation } from '../types.ts';
import { useChannels } from '../use-lists.ts';

type BlockedReason = 'deactivated' | 'notConnected' | 'windowClosed' | 'neverWrote';

/** Why no message can be written; null if one can. */
export function useBlockedReason(conversation: Conversation): BlockedReason | null {
  const channel = useChannels().find(({ id }) => id === conversation.channelId);
  if (channel?.deactivatedAt) return 'deactivated';
  if (channel && channel.status !== 'CONNECTED' && channel.status !== 'DEGRADED') return 'notConnected';
  if (conversation.canReply) return null;
  return conversation.lastInboundAt === null ? 'neverWrote' : 'windowClosed';
}

export function ComposerBlocked({ reason, onTemplate }: { reason: BlockedReason; onTemplate(): void }) {
  const { t } = useTranslation('inbox');
  const isChannel = reason === 'deactivated' || reason === 'notConnected';
  const Icon = isChannel ? IconPlugConnectedX : IconClockOff;
  return (
    <Alert color="orange" p="sm" icon={<Icon aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <span>{t(`blocked.${reason}`)}</span>
        {isChannel ? (
          <Button component={Link} href="/channels" size="xs" variant="default">
            {t('blocked.toChannels')}
          </Button>
        ) : (
          <Button size="xs" onClick={onTemplate}>
            {t('template.title')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
