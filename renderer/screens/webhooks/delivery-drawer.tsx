import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import { useEventWords } from '../../components/events/event-words.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { notifyDone, notifyFailure, notifyTrouble } from '../../components/feedback/notify.ts';
import { OutboundHelp } from '../../components/outbound/outbound-help.tsx';
import { DetailDrawer } from '../../components/page/detail-drawer.tsx';
import { CodeBlock, Json } from '../../components/values/code-block.tsx';
import { Time } from '../../components/values/time.tsx';
import { DeliveryStatus } from './delivery-line.tsx';
import { deliveryQuery } from './queries.ts';

/** One delivery with all its attempts; null closes the drawer. */
export function DeliveryDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  return (
    <DetailDrawer id={id} title={t('deliveries.title')} onClose={onClose}>
      {(shown) => <Body id={shown} />}
    </DetailDrawer>
  );
}

function Body({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const delivery = useQuery(deliveryQuery(id));
  const resend = useResend(id);
  if (delivery.error) return <Failure error={delivery.error} onRetry={delivery.refetch} />;
  if (!delivery.data) return <Loading shape="form" />;
  const { event, endpoint, status, error, lastStatus, eventId, attempts, payload, createdAt, test } = delivery.data;
  const canResend = endpoint?.active === true && status !== 'PENDING';
  return (
    <Stack>
      <Group gap="sm">
        <DeliveryStatus status={status} />
        <Text fw={600}>{words.kind(event)}</Text>
        <Text size="sm" c="dimmed">
          <Time at={createdAt} style="exact" />
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {endpoint?.url ?? t('deliveries.deleted')}
      </Text>
      {error !== null && <Text size="sm">{words.error(error, lastStatus)}</Text>}
      {error === 'outbound_not_allowed' && endpoint && (
        <OutboundHelp url={endpoint.url} onAllowed={() => resend.mutate()} />
      )}
      {canResend && (
        <Button onClick={() => resend.mutate()} loading={resend.isPending}>
          {t('deliveries.resend')}
        </Button>
      )}
      <Title order={3} size="h5">
        {t('deliveries.attemptsTitle')}
      </Title>
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('deliveries.noAttempts')}
        </Text>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      <Title order={3} size="h5">
        {t('deliveries.payload')}
      </Title>
      <Text size="xs" c="dimmed">
        {`${t('deliveries.id')}: `}
        {test ? (
          <span>{eventId}</span>
        ) : (
          <Anchor component={Link} href={`/webhooks/log/${eventId}`} size="xs" style={{ overflowWrap: 'anywhere' }}>
            {eventId}
          </Anchor>
        )}
      </Text>
      <Json value={payload} label={t('deliveries.payload')} />
    </Stack>
  );
}

function useResend(id: string) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('retryDelivery', { path: { id } }),
    onError: notifyFailure,
    onSuccess: (sent) => {
      client.setQueryData(deliveryQuery(id).queryKey, sent);
      invalidate(client, ['listDeliveries']);
      const last = sent.attempts.at(-1);
      if (!last || last.error === null) notifyDone(t('deliveries.resent', { status: sent.lastStatus }));
      else notifyTrouble(t('deliveries.resendFailed', { error: words.error(last.error, last.status) }));
    },
  });
}

function Attempt({ attempt }: { attempt: Result<'getDelivery'>['attempts'][number] }) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { number, at, trigger, durationMs, status, responseBody, error } = attempt;
  const facts = [
    trigger === 'MANUAL' ? t('deliveries.manual') : null,
    status === null ? null : `HTTP ${status}`,
    t('deliveries.took', { ms: durationMs }),
    error === null ? null : words.error(error, null),
  ].filter((fact) => fact !== null);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t('deliveries.attempt', { number })}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={at} style="exact" />
        </Text>
        <Text size="xs">{facts.join(' · ')}</Text>
      </Group>
      {responseBody !== null && (
        <CodeBlock
          text={responseBody === '' ? t('deliveries.noAnswer') : responseBody}
          label={`${t('deliveries.answer')} ${number}`}
        />
      )}
    </Stack>
  );
}
