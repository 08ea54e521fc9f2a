import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { useEventWords } from '../../../components/events/event-words.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { DetailDrawer } from '../../../components/page/detail-drawer.tsx';
import { CodeBlock, Json } from '../../../components/values/code-block.tsx';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { jobQuery } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { JobStatusBadge, RetryButton } from './job-status.tsx';
import { useJobWords } from './use-job-words.ts';

/** One job with all its attempts; null closes the drawer. */
export function JobDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('integrations');
  return (
    <DetailDrawer id={id} title={t('jobs.title')} onClose={onClose}>
      {(shown) => <Body id={shown} />}
    </DetailDrawer>
  );
}

function Body({ id }: { id: string }) {
  const { t } = useTranslation('integrations');
  const events = useEventWords();
  const words = useConnectorWords();
  const { actionOf } = useJobWords();
  const { exact } = useFormats();
  const job = useQuery(jobQuery(id));
  if (job.error && !job.data) return <Failure error={job.error} onRetry={job.refetch} />;
  if (!job.data) return <Loading shape="form" />;
  const { eventName, status, error, nextAttemptAt, createdAt, attempts, event } = job.data;
  return (
    <Stack>
      <Group gap="sm">
        <JobStatusBadge status={status} />
        <Text fw={600}>{events.kind(eventName)}</Text>
        <Text size="sm" c="dimmed">
          <Time at={createdAt} style="exact" />
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {actionOf(job.data)}
      </Text>
      {error !== null && (
        <div>
          <Text size="sm">{words.error(error.code)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <ServerText text={error.message} />
          </Text>
          {nextAttemptAt !== null && <Text size="sm">{t('jobs.nextAt', { at: exact(nextAttemptAt) })}</Text>}
        </div>
      )}
      <RetryButton job={job.data} />
      <Title order={3} size="h5">
        {t('jobs.attemptsTitle')}
      </Title>
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('jobs.noAttempts')}
        </Text>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      <Title order={3} size="h5">
        {t('jobs.event')}
      </Title>
      <Json value={event} label={t('jobs.event')} />
    </Stack>
  );
}

type SyncAttempt = Result<'getIntegrationSyncJob'>['attempts'][number];

function Attempt({ attempt: { number, at, durationMs, request, response, error } }: { attempt: SyncAttempt }) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const facts = [t('jobs.took', { ms: durationMs }), error === null ? t('jobs.SUCCEEDED') : words.error(error.code)];
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t('jobs.attempt', { number })}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={at} style="exact" />
        </Text>
        <Text size="xs">{facts.join(' · ')}</Text>
      </Group>
      {request !== null && <CodeBlock text={request} label={`${t('jobs.request')} ${number}`} />}
      {response !== null && response !== '' && <CodeBlock text={response} label={`${t('jobs.answer')} ${number}`} />}
    </Stack>
  );
}
