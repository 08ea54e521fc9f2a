import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Card, Empty } from '../../components/page/page.tsx';
import { ChannelStatus } from '../../components/values/channel-status.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import type { TodayView } from './view.ts';

/** Overview of the channels' states. */
export function ChannelsCard({ channels }: { channels: TodayView['channels'] }) {
  const { t } = useTranslation('today');
  return (
    <Card
      title={t('channels.title')}
      actions={
        <Anchor component={Link} href="/channels" size="sm">
          {t('channels.all')}
        </Anchor>
      }
    >
      {channels.length === 0 ? (
        <Empty
          text={t('channels.none')}
          action={
            <Button component={Link} href="/channels" variant="light" size="xs">
              {t('channels.add')}
            </Button>
          }
        />
      ) : (
        <Stack component="ul" className="fd-list" gap="xs">
          {channels.map(({ id, name, status, phoneNumber }) => (
            <Group key={id} component="li" justify="space-between" gap="xs">
              <div>
                <Anchor component={Link} href={`/channels/${id}`} size="sm" fw={600}>
                  {name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {phoneNumber === null ? t('channels.noNumber') : formatPhone(phoneNumber)}
                </Text>
              </div>
              <ChannelStatus status={status} />
            </Group>
          ))}
        </Stack>
      )}
    </Card>
  );
}
