import { Anchor, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { Failure } from '../../components/feedback/failure.tsx';
import { Card, Empty, Page } from '../../components/page/page.tsx';
import { ChannelStatus } from '../../components/values/channel-status.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { Time } from '../../components/values/time.tsx';
import { CreateChannel } from './create.tsx';
import { kindOf } from './kind.ts';
import { type Channel, channelsQuery, healthQuery } from './queries.ts';

/** All channels with state, number and health. */
export function ChannelList() {
  const { t } = useTranslation('channels');
  const [search, setSearch] = useSearchParams();
  const [isCreating, setIsCreating] = useState(search.get('new') !== null);
  const [showsDeactivated, setShowsDeactivated] = useState(false);
  const channels = useQuery(channelsQuery(showsDeactivated));
  const open = () => setIsCreating(true);
  const close = () => {
    setIsCreating(false);
    setSearch({}, { replace: true });
  };
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.channels')} intro={t('intro')} actions={add}>
      {channels.error && <Failure error={channels.error} onRetry={channels.refetch} />}
      <Card>
        {channels.isPending && <Skeleton h={64} />}
        {channels.data?.data.length === 0 && <Empty text={t('empty')} action={add} />}
        {channels.data && channels.data.data.length > 0 && (
          <Stack component="ul" className="fd-list" gap={0}>
            {channels.data.data.map((channel) => (
              <Line key={channel.id} channel={channel} />
            ))}
          </Stack>
        )}
      </Card>
      <Switch
        label={t('showDeactivated')}
        checked={showsDeactivated}
        onChange={(event) => setShowsDeactivated(event.currentTarget.checked)}
      />
      <CreateChannel opened={isCreating} onClose={close} />
    </Page>
  );
}

function Line({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const { id, name, status, phoneNumber, lastInboundAt } = channel;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs" py="sm">
      <div>
        <Anchor component={Link} href={`/channels/${id}`} fw={600}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {`${phoneNumber === null ? t('noNumber') : formatPhone(phoneNumber)} · ${t(`kind.${kindOf(channel)}`)}`}
        </Text>
      </div>
      <Stack gap={4} align="flex-end">
        <Group gap="xs">
          {status !== 'DEACTIVATED' && <Health id={id} />}
          <ChannelStatus status={status} />
        </Group>
        {lastInboundAt !== null && (
          <Text size="xs" c="dimmed">
            {t('lastInbound')} <Time at={lastInboundAt} style="short" />
          </Text>
        )}
      </Stack>
    </Group>
  );
}

function Health({ id }: { id: string }) {
  const { t } = useTranslation('channels');
  const health = useQuery(healthQuery(id));
  return (
    <Text size="xs" c="dimmed">
      {t(`health.${health.data?.overall ?? 'unknown'}`)}
    </Text>
  );
}
