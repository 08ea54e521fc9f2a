import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/page/page.tsx';
import { ServerText } from '../../components/values/server-text.tsx';
import { Time } from '../../components/values/time.tsx';
import { healthQuery } from './queries.ts';

/** Results of the channel's health checks. */
export function HealthCard({ id }: { id: string }) {
  const { t, i18n } = useTranslation('channels');
  const health = useQuery(healthQuery(id));
  const nameOf = (check: string) => (i18n.exists(`channels:checks.${check}`) ? t(`checks.${check}`) : check);
  return (
    <Card
      title={t('checks.title')}
      actions={
        <Button size="compact-sm" variant="subtle" onClick={() => health.refetch()} loading={health.isFetching}>
          {t('checks.refresh')}
        </Button>
      }
    >
      {health.isPending && <Loading size="sm" />}
      {health.error && <Failure error={health.error} onRetry={health.refetch} />}
      {health.data && (
        <Stack gap="sm">
          {health.data.checks.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('checks.none')}
            </Text>
          )}
          {health.data.checks.map(({ name, ok, latencyMs, detail, checkedAt }) => (
            <Group key={name} gap="sm" wrap="nowrap" align="flex-start">
              <ThemeIcon size="sm" radius="xl" variant="light" color={ok ? 'green' : 'red'} aria-hidden>
                {ok ? <IconCheck size={14} /> : <IconX size={14} />}
              </ThemeIcon>
              <div>
                <Text size="sm">{`${nameOf(name)}: ${t(ok ? 'checks.good' : 'checks.bad')}`}</Text>
                <Text size="xs" c="dimmed">
                  <Time at={checkedAt} style="time" />
                  {latencyMs !== null && `, ${t('checks.took', { ms: latencyMs })}`}
                  {detail !== null && (
                    <>
                      {', '}
                      <ServerText text={detail} />
                    </>
                  )}
                </Text>
              </div>
            </Group>
          ))}
          <Text size="sm" c="dimmed">
            {health.data.queueDepth === 0
              ? t('checks.queueEmpty')
              : t('checks.queue', { count: health.data.queueDepth })}
          </Text>
        </Stack>
      )}
    </Card>
  );
}
