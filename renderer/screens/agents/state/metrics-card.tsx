import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Section } from '../../../components/page/page.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { metricsQuery } from '../queries.ts';

/** Metrics of the last seven days. */
export function MetricsCard({ id }: { id: string }) {
  const { t, i18n } = useTranslation('agents');
  const { number } = useFormats();
  const metrics = useQuery(metricsQuery(id));
  if (metrics.error) return <Failure error={metrics.error} onRetry={metrics.refetch} />;
  if (!metrics.data) return <Loading shape="figures" />;
  const { conversations, replies, automationRate, handoffs, firstReply } = metrics.data;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const seconds = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const none = t('metrics.none');
  const figures = [
    { name: 'conversations', value: number(conversations) },
    { name: 'replies', value: number(replies) },
    { name: 'automation', value: automationRate === null ? none : percent.format(automationRate) },
    { name: 'handoffs', value: number(handoffs.total) },
    { name: 'firstReply', value: firstReply.p50Ms === null ? none : seconds.format(firstReply.p50Ms / 1_000) },
  ];
  return (
    <Section title={t('metrics.title')}>
      <SimpleGrid cols={{ base: 2, sm: 5 }}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {t(`metrics.${name}`)}
            </Text>
            <Text size="xl" fw={650}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}
