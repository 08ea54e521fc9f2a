import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useEventWords } from '../../components/events/event-words.ts';
import { Time } from '../../components/values/time.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import type { Delivery } from './queries.ts';

const colors: Record<Delivery['status'], string> = {
  PENDING: 'blue',
  DELIVERED: 'green',
  RETRYING: 'orange',
  FAILED: 'red',
};

export function DeliveryStatus({ status }: { status: Delivery['status'] }) {
  const { t } = useTranslation('webhooks');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm">
      {t(`deliveries.${status}`)}
    </Badge>
  );
}

/** One delivery; `href` opens its details. */
export function DeliveryLine({ delivery, href }: { delivery: Delivery; href: string }) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { exact } = useFormats();
  const { event, endpoint, status, attemptCount, error, lastStatus, nextAttemptAt, createdAt, test } = delivery;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 260px' }}>
        <Anchor component={Link} href={href} className="fd-line-name">
          {words.kind(event)}
        </Anchor>
        {test && (
          <Badge ml="xs" size="xs" color="gray" variant="light" tt="none">
            {t('deliveries.test')}
          </Badge>
        )}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {endpoint?.url ?? t('deliveries.deleted')}
        </Text>
        {error !== null && (
          <Text size="xs">
            {words.error(error, lastStatus)}
            {nextAttemptAt !== null && `. ${t('deliveries.nextAt', { at: exact(nextAttemptAt) })}`}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {t('deliveries.attempts', { count: attemptCount })}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={createdAt} style="exact" />
        </Text>
        <DeliveryStatus status={status} />
      </Group>
    </Group>
  );
}
