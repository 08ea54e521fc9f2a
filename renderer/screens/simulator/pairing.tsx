import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Channel, PairingState } from '../../../server/areas/channels/schemas.ts';
import { api } from '../../api/client.ts';
import { notifyFailure } from '../../components/notify.ts';
import { pathOf } from './simulator.ts';

type Pairing = z.infer<typeof PairingState>;
const refreshMs = 2_000;

/** The camera of the shop's own phone, held at the code that the channel shows. */
export function Pairing({ channel }: { channel: Channel }) {
  const { t } = useTranslation('simulator');
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const path = `/api/channels/${channel.id}/qr`;
  const { data } = useQuery({
    queryKey: ['channels', 'pairing', channel.id],
    queryFn: () => api.get<Pairing>(path),
    refetchInterval: refreshMs,
  });
  const scan = async () => {
    setIsBusy(true);
    try {
      // The code may have changed since it was drawn: the one that is shown now is scanned.
      const { qr } = data?.qr ? await api.get<Pairing>(path) : await api.get<Pairing>(`${path}?refresh=true`);
      await api.post(`${pathOf(channel.id)}/scan`, { qr });
      await client.invalidateQueries({ queryKey: ['channels'] });
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
        {data?.image ? (
          <img src={data.image} alt={t('pairing.code')} />
        ) : (
          <Loader aria-label={t('shell:common.loading')} />
        )}
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
