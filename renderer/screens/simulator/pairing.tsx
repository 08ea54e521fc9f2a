import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import type { Channel } from './simulator.ts';

const refreshMs = 2_000;

/** Simulates scanning the channel's QR code with the shop's phone. */
export function Pairing({ channel }: { channel: Channel }) {
  const { t } = useTranslation('simulator');
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const path = { id: channel.id };
  const { data } = useQuery({
    ...operationQuery('getChannelQr', { path }),
    refetchInterval: refreshMs,
    // A cached code has expired by the next visit.
    gcTime: 0,
  });
  const scan = async () => {
    setIsBusy(true);
    try {
      // The code may have changed since it was rendered, so fetch the current one.
      const { qr } = await call('getChannelQr', { path, query: data?.qr ? {} : { refresh: true } });
      await call('scanSimulatorQr', { path, body: { qr: qr ?? '' } });
      await invalidate(client, reads.channels);
    } catch (error) {
      notifyFailure(error as Error);
    }
    setIsBusy(false);
  };
  return (
    <Stack align="center" justify="center" h="100%" p="lg" gap="md">
      <Title order={2} size="h4" ta="center">
        {t('pairing.title')}
      </Title>
      <div className="sim-camera">
        {data?.image ? <img src={data.image} alt={t('pairing.code')} /> : <Skeleton h="100%" />}
      </div>
      <Text size="sm" ta="center" c="dimmed">
        {t('pairing.help', { name: channel.name })}
      </Text>
      <Button onClick={scan} loading={isBusy} leftSection={<IconScan size={18} aria-hidden />}>
        {t('pairing.scan')}
      </Button>
    </Stack>
  );
}
