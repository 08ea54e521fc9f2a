import { Badge, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import type { SyncJob } from '../queries.ts';

const colors: Record<SyncJob['status'], string> = {
  PENDING: 'blue',
  RUNNING: 'blue',
  SUCCEEDED: 'green',
  RETRYING: 'orange',
  FAILED: 'red',
};

export function JobStatusBadge({ status }: Pick<SyncJob, 'status'>) {
  const { t } = useTranslation('integrations');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm">
      {t(`jobs.${status}`)}
    </Badge>
  );
}

/** Retries a failed job now. */
export function RetryButton({ job }: { job: Pick<SyncJob, 'id' | 'status'> }) {
  const { t } = useTranslation('integrations');
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call('retryIntegrationSyncJob', { path: { jobId: job.id } }),
    onError: notifyFailure,
    onSettled: () => invalidate(client, reads.syncJobs),
  });
  if (job.status !== 'FAILED') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => retry.mutate()}
      loading={retry.isPending}
    >
      {t('jobs.retry')}
    </Button>
  );
}
