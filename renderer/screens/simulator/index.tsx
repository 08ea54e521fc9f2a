import { Loading } from '../../components/feedback/loading.tsx';
import './simulator.css';
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconPictureInPicture, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ChannelStatus } from '../../components/values/channel-status.tsx';
import en from '../../words/en/simulator.json' with { type: 'json' };
import es from '../../words/es/simulator.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/simulator.json' with { type: 'json' };
import { Chat } from './chat.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { Pairing } from './pairing.tsx';
import { type Channel, type Customer, useSimulatedChannels } from './simulator.ts';

addWords('simulator', { en, pt, es });

/** A simulated customer's phone, to test the shop without a second telephone. */
export default function Simulator() {
  const { t } = useTranslation('simulator');
  const [, navigate] = useLocation();
  const { channelId } = useParams<{ channelId?: string }>();
  const { data: channels, error, refetch } = useSimulatedChannels();
  if (error && !channels) return <Failure error={error} onRetry={refetch} />;
  if (!channels) return <Loading shape="page" />;
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  return (
    <div className="sim">
      <section className="sim-side">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed" className="sim-intro">
          {t('intro')}
        </Text>
        {channel && (
          <Select
            label={t('channel')}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channel.id}
            allowDeselect={false}
            onChange={(id) => id && navigate(`/simulator/${id}`)}
          />
        )}
        <Group gap="xs">
          {channel && <OwnWindow channelId={channel.id} />}
          <NewChannel />
        </Group>
      </section>
      {channel ? <Phone key={channel.id} channel={channel} /> : <Text className="sim-none">{t('none')}</Text>}
    </div>
  );
}

/** Opens the simulator in its own window, beside the inbox. */
function OwnWindow({ channelId }: { channelId: string }) {
  const { t } = useTranslation('simulator');
  const open = () => window.open(`/simulator/${channelId}`, `simulator-${channelId}`, 'popup,width=430,height=840');
  return (
    <Button
      className="sim-own-window"
      variant="default"
      size="xs"
      leftSection={<IconPictureInPicture size={16} aria-hidden />}
      onClick={open}
    >
      {t('ownWindow')}
    </Button>
  );
}

function NewChannel() {
  const { t } = useTranslation('simulator');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = async () => {
    try {
      const body = { name: t('newChannelName'), provider: '<QR_PROVIDER>' } as const;
      const channel = await call('createChannel', { body });
      await invalidate(client, reads.channels);
      navigate(`/simulator/${channel.id}`);
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
      {t('newChannel')}
    </Button>
  );
}

function Phone({ channel }: { channel: Channel }) {
  const { t } = useTranslation('simulator');
  const [customer, setCustomer] = useState<Customer | null>(null);
  const isConnected = channel.status === 'CONNECTED' || channel.status === 'DEGRADED';
  return (
    <section className="sim-phone" aria-label={t('phone')}>
      <div className="sim-screen">
        {!isConnected && channel.provider === '<QR_PROVIDER>' && <Pairing channel={channel} />}
        {!isConnected && channel.provider === 'CLOUD_API' && (
          <Stack align="center" justify="center" h="100%">
            <ChannelStatus status={channel.status} />
          </Stack>
        )}
        {isConnected && !customer && <CustomerPicker channelId={channel.id} onPick={setCustomer} />}
        {isConnected && customer && <Chat channel={channel} customer={customer} onBack={() => setCustomer(null)} />}
      </div>
    </section>
  );
}
