import { Alert, Button, Group, Image, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyDone, notifyFailure } from '../../components/feedback/notify.ts';
import { Card } from '../../components/page/page.tsx';
import { type Channel, channelQuery, type Pairing, pairingQuery } from './queries.ts';

const codeSize = 240;

/** Pairs a channel with a phone by QR code. */
export function PairingCard({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const query = pairingQuery(channel.id);
  const isBlocked = channel.status === 'PAIRING_BLOCKED' || channel.status === 'BANNED';
  const pairing = useQuery({ ...query, enabled: !isBlocked });
  const refresh = useMutation({
    mutationFn: () => call('getChannelQr', { path: { id: channel.id }, query: { refresh: true } }),
    onError: notifyFailure,
    onSuccess: (fresh) => {
      client.setQueryData(query.queryKey, fresh);
      return client.invalidateQueries(channelQuery(channel.id));
    },
  });
  const state = pairing.data?.state;
  useEffect(() => {
    if (state === undefined || state === channel.status) return;
    if (state === 'CONNECTED') notifyDone(t('pair.paired'));
    client.invalidateQueries(channelQuery(channel.id));
  }, [state, channel.status, channel.id, client, t]);

  if (channel.status === 'PAIRING_BLOCKED') {
    return <Blocked onRetry={() => refresh.mutate()} isTrying={refresh.isPending} />;
  }
  return (
    <Card title={t('pair.title')}>
      {pairing.error && <Failure error={pairing.error} onRetry={pairing.refetch} />}
      {pairing.isPending && !isBlocked && <Skeleton w={codeSize} h={codeSize} />}
      {pairing.data?.qr ? (
        <Code
          pairing={pairing.data}
          channel={channel}
          onRefresh={() => refresh.mutate()}
          isRefreshing={refresh.isPending}
        />
      ) : (
        !pairing.isPending && (
          <Stack align="flex-start">
            <Text size="sm">{t(channel.status === 'CONNECTING' ? 'pair.waiting' : 'pair.idle')}</Text>
            <Button onClick={() => refresh.mutate()} loading={refresh.isPending}>
              {t(channel.connectedAt === null || channel.status === 'LOGGED_OUT' ? 'pair.begin' : 'pair.again')}
            </Button>
          </Stack>
        )
      )}
    </Card>
  );
}

interface CodeProps {
  pairing: Pairing;
  channel: Channel;
  onRefresh(): void;
  isRefreshing: boolean;
}

function Code({ pairing, channel, onRefresh, isRefreshing }: CodeProps) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const scan = useMutation({
    mutationFn: () => call('scanSimulatorQr', { path: { id: channel.id }, body: { qr: pairing.qr ?? '' } }),
    onError: notifyFailure,
    onSuccess: () => invalidate(client, ['getChannelQr']),
  });
  return (
    <Group align="flex-start" gap="xl">
      <Stack gap="xs" align="center">
        <Image src={pairing.image} alt={t('pair.alt')} w={codeSize} h={codeSize} radius="md" />
        <Countdown expiresAt={pairing.expiresAt} attempt={pairing.attempt} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={15} aria-hidden />}
          onClick={onRefresh}
          loading={isRefreshing}
        >
          {t('pair.refresh')}
        </Button>
      </Stack>
      <Stack maw={420}>
        <List type="ordered" spacing="xs" size="sm">
          <List.Item>{t('pair.step1')}</List.Item>
          <List.Item>{t('pair.step2')}</List.Item>
          <List.Item>{t('pair.step3')}</List.Item>
        </List>
        {channel.driver === 'simulator' && (
          <Stack gap={6} align="flex-start">
            <Button onClick={() => scan.mutate()} loading={scan.isPending}>
              {t('pair.scan')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('pair.scanHelp')}
            </Text>
          </Stack>
        )}
      </Stack>
    </Group>
  );
}

/** Remaining validity of the code. */
function Countdown({ expiresAt, attempt }: { expiresAt: string | null; attempt: number }) {
  const { t } = useTranslation('channels');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = expiresAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  const left = seconds === 0 ? t('pair.renewing') : t('pair.seconds', { count: seconds });
  return (
    <Text size="sm" role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {`${t('pair.code', { attempt })}: ${left}`}
    </Text>
  );
}

/** Shown when pairing is blocked and a new code does not help. */
function Blocked({ onRetry, isTrying }: { onRetry(): void; isTrying: boolean }) {
  const { t } = useTranslation('channels');
  return (
    <Alert color="red" icon={<IconFingerprint aria-hidden />} title={t('pair.blockedTitle')}>
      <Stack align="flex-start" gap="sm">
        {t('pair.blockedHelp')}
        <Button size="xs" variant="default" onClick={onRetry} loading={isTrying}>
          {t('pair.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
