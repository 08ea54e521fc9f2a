import { Badge, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { JobStatus, SyncJob } from '../../../server/areas/integrations/schemas.ts';
import { api } from '../../api/client.ts';
import { notifyFailure } from '../../components/notify.ts';

const colors: Record<JobStatus, string> = {
  PENDING: 'blue',
  RUNNING: 'blue',
  SUCCEEDED: 'green',
  RETRYING: 'orange',
  FAILED: 'red',
};

export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { t } = useTranslation('integrations');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm">
      {t(`jobs.${status}`)}
    </Badge>
  );
}

/** Tries a failed job once more, now. */
export function RetryButton({ job }: { job: Pick<SyncJob, 'id' | 'status'> }) {
  const { t } = useTranslation('integrations');
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.post<SyncJob>(`/api/integrations/sync-jobs/${job.id}/retry`),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ['integrations', 'jobs'] }),
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
