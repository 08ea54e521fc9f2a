import { Anchor, Group, Select, SimpleGrid, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { keyOf } from '../../../api/query.ts';
import { useEventWords } from '../../../components/events/event-words.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { EndlessList } from '../../../components/page/endless-list.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { bindingsQuery, refreshMs, type SyncJob } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { JobDrawer } from './job-drawer.tsx';
import { JobStatusBadge, RetryButton } from './job-status.tsx';
import { useJobWords } from './use-job-words.ts';

const statuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'RETRYING', 'FAILED'] as const satisfies SyncJob['status'][];
const pageSize = 50;

/** Jobs of the rules, newest first; the filters are in the URL. */
export function Jobs({ shownId }: { shownId: string | null }) {
  const { t } = useTranslation('integrations');
  const [, navigate] = useLocation();
  const { filter, query } = useAddressFilter();
  const jobs = useInfiniteQuery({
    queryKey: keyOf('listIntegrationSyncJobs', { query: filter }),
    queryFn: ({ pageParam }) =>
      call('listIntegrationSyncJobs', { query: { ...filter, limit: pageSize, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <>
      <Filters />
      <EndlessList
        list={jobs}
        items={all}
        empty={
          query === '' ? (
            <Empty drawing="integration" text={t('jobs.none')} />
          ) : (
            <Empty drawing="search" text={t('jobs.empty')} />
          )
        }
        line={(job) => <JobLine key={job.id} job={job} href={`/integrations/jobs/${job.id}${query}`} />}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {t('jobs.kept')}
      </Text>
      <JobDrawer id={shownId} onClose={() => navigate(`/integrations/jobs${query}`)} />
    </>
  );
}

function JobLine({ job, href }: { job: SyncJob; href: string }) {
  const { t } = useTranslation('integrations');
  const events = useEventWords();
  const words = useConnectorWords();
  const { actionOf } = useJobWords();
  const { exact } = useFormats();
  const { eventName, status, attemptCount, error, nextAttemptAt, createdAt } = job;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 260px' }}>
        <Anchor component={Link} href={href} className="fd-line-name">
          {events.kind(eventName)}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {actionOf(job)}
        </Text>
        {error !== null && (
          <Text size="xs">
            {words.error(error.code)}
            {nextAttemptAt !== null && `. ${t('jobs.nextAt', { at: exact(nextAttemptAt) })}`}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <RetryButton job={job} />
        {attemptCount > 1 && (
          <Text size="xs" c="dimmed">
            {t('jobs.attempts', { count: attemptCount })}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Time at={createdAt} style="exact" />
        </Text>
        <JobStatusBadge status={status} />
      </Group>
    </Group>
  );
}

function Filters() {
  const { t } = useTranslation('integrations');
  const events = useEventWords();
  const { actionOf } = useJobWords();
  const { choiceOf } = useAddressFilter();
  const bindings = useQuery(bindingsQuery);
  const rules = (bindings.data?.data ?? []).map((binding) => ({
    value: binding.id,
    label: `${events.kind(binding.eventName)} → ${actionOf(binding)}`,
  }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
      <Select {...choiceOf('bindingId', t('jobs.any'))} label={t('jobs.rule')} data={rules} />
      <Select
        {...choiceOf('status', t('jobs.any'))}
        label={t('jobs.status')}
        data={statuses.map((status) => ({ value: status, label: t(`jobs.${status}`) }))}
      />
    </SimpleGrid>
  );
}
