import { Badge, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Campaign } from './queries.ts';

const colors: Record<Campaign['status'], string> = {
  DRAFT: 'gray',
  SCHEDULED: 'blue',
  RUNNING: 'blue',
  PAUSED: 'orange',
  COMPLETED: 'green',
  CANCELLED: 'gray',
  FAILED: 'red',
};

export function CampaignStatus({ status }: { status: Campaign['status'] }) {
  const { t } = useTranslation('campaigns');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm">
      {t(`status.${status}`)}
    </Badge>
  );
}

/** Share of recipients that are settled: sent, failed or skipped. */
export function CampaignProgress({ campaign: { name, recipients, status } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { total, PENDING, SENDING } = recipients;
  const done = total - PENDING - SENDING;
  const text = t('progress', { done, count: total });
  return (
    <Stack gap={4} miw={160}>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        animated={status === 'RUNNING'}
        color={status === 'FAILED' ? 'red' : 'brand'}
        aria-label={`${name}: ${text}`}
      />
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Stack>
  );
}
