import { Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { actionAtHead, Listed } from '../../components/page/listed.tsx';
import { Page } from '../../components/page/page.tsx';
import { useCreating } from '../../components/page/use-creating.ts';
import { kindOf } from '../../components/values/channel-kind.ts';
import { ChannelMark } from '../../components/values/channel-mark.tsx';
import { ChannelStatus } from '../../components/values/channel-status.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { Time } from '../../components/values/time.tsx';
import { CreateChannel } from './create.tsx';
import { type Channel, channelsQuery, healthQuery } from './queries.ts';

/** All channels with state, number and health. */
export function ChannelList() {
  const { t } = useTranslation('channels');
  const [isCreating, setIsCreating] = useCreating();
  const [showsDeactivated, setShowsDeactivated] = useState(false);
  const channels = useQuery(channelsQuery(showsDeactivated));
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.channels')} intro={t('intro')} actions={actionAtHead(channels, add)}>
      <Listed
        query={channels}
        empty={<Empty drawing="channel" text={t('empty')} action={add} />}
        line={(channel) => <Line key={channel.id} channel={channel} />}
      />
      <Switch
        label={t('showDeactivated')}
        checked={showsDeactivated}
        onChange={(event) => setShowsDeactivated(event.currentTarget.checked)}
      />
      <CreateChannel opened={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function Line({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const { id, name, status, phoneNumber, lastInboundAt } = channel;
  return (
    <Group component="li" className="fd-line" gap="sm">
      <ChannelMark kind={kindOf(channel)} size={28} />
      <div style={{ flex: '1 1 200px' }}>
        <Anchor component={Link} href={`/channels/${id}`} className="fd-line-name">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="fd-figures">
          {`${phoneNumber === null ? t('noNumber') : formatPhone(phoneNumber)} · ${t(`kind.${kindOf(channel)}`)}`}
        </Text>
      </div>
      {lastInboundAt !== null && (
        <Text size="sm" c="dimmed">
          {t('lastInbound')} <Time at={lastInboundAt} style="short" />
        </Text>
      )}
      <Group gap="sm" wrap="nowrap">
        {status !== 'DEACTIVATED' && <Health id={id} />}
        <ChannelStatus status={status} />
      </Group>
    </Group>
  );
}

function Health({ id }: { id: string }) {
  const { t } = useTranslation('channels');
  const health = useQuery(healthQuery(id));
  return (
    <Text size="sm" c="dimmed">
      {t(`health.${health.data?.overall ?? 'unknown'}`)}
    </Text>
  );
}
