import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEventWords } from '../../components/events/event-words.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { DetailDrawer } from '../../components/page/detail-drawer.tsx';
import { Json } from '../../components/values/code-block.tsx';
import { Time } from '../../components/values/time.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { eventQuery } from './queries.ts';

/** One logged event with its deliveries; null closes the drawer. */
export function EventDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  return (
    <DetailDrawer id={id} title={t('log.title')} onClose={onClose}>
      {(shown) => <Body id={shown} />}
    </DetailDrawer>
  );
}

function Body({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const event = useQuery(eventQuery(id));
  if (event.error) return <Failure error={event.error} onRetry={event.refetch} />;
  if (!event.data) return <Loading shape="form" />;
  const { type, source, actor, occurredAt, data, previous, deliveries } = event.data;
  return (
    <Stack>
      <div>
        <Text fw={600}>{words.kind(type)}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {type}
        </Text>
      </div>
      <Group gap="sm">
        <Text size="sm">
          <Time at={occurredAt} style="exact" />
        </Text>
        <Text size="sm">{t('log.who', { name: actor.name ?? words.source(source) })}</Text>
      </Group>
      <Title order={3} size="h5">
        {t('log.data')}
      </Title>
      <Json value={data} label={t('log.data')} />
      {previous !== null && (
        <>
          <Title order={3} size="h5">
            {t('log.previous')}
          </Title>
          <Json value={previous} label={t('log.previous')} />
        </>
      )}
      <Title order={3} size="h5">
        {t('log.deliveriesTitle')}
      </Title>
      {deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('log.noDeliveries')}
        </Text>
      )}
      <ul className="fd-list">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} href={`/webhooks/deliveries/${delivery.id}`} />
        ))}
      </ul>
    </Stack>
  );
}
