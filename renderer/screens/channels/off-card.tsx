import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { Card } from '../../components/page/page.tsx';
import type { Channel } from './queries.ts';
import { useChannelAction } from './use-channel-action.ts';

/** Deactivates or activates a channel; channels are never deleted, because their conversations belong to them. */
export function OffCard({ channel: { id, name, status } }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const isOff = status === 'DEACTIVATED';
  const turn = useChannelAction(() => call(isOff ? 'reactivateChannel' : 'deactivateChannel', { path: { id } }));
  return (
    <Card title={t('off.title')}>
      <Group justify="space-between">
        <Text size="sm" maw={620}>
          {isOff ? t('state.DEACTIVATED') : t('off.help')}
        </Text>
        {isOff ? (
          <Button onClick={() => turn.mutate()} loading={turn.isPending}>
            {t('off.reactivate')}
          </Button>
        ) : (
          <ConfirmButton
            color="red"
            variant="light"
            question={t('off.question', { name })}
            onConfirm={() => turn.mutate()}
            loading={turn.isPending}
          >
            {t('off.deactivate')}
          </ConfirmButton>
        )}
      </Group>
    </Card>
  );
}
