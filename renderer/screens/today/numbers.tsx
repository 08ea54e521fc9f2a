import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Metric, TodayView } from './view.ts';

/** Four numbers of the last seven days, compared with the seven before. */
export function Numbers({ view: { messages, conversations } }: { view: TodayView }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <NumberCard name="received" metric={messages.received} />
      <NumberCard name="sent" metric={messages.sent} />
      <NumberCard name="opened" metric={conversations.opened} />
      <NumberCard name="handedOff" metric={conversations.handedOff} />
    </SimpleGrid>
  );
}

function NumberCard({ name, metric }: { name: string; metric: Metric }) {
  const { t, i18n } = useTranslation('today');
  const { total, growthPercent } = metric;
  const percent =
    growthPercent !== null &&
    new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 0,
    }).format(growthPercent / 100);
  return (
    <div className="fd-card">
      <Text size="sm" c="dimmed">
        {t(`numbers.${name}`)}
      </Text>
      <Text size="28px" fw={650} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {new Intl.NumberFormat(i18n.language).format(total)}
      </Text>
      <Text size="xs" c="dimmed">
        {percent === false ? t('numbers.noGrowth') : t('numbers.growth', { percent })}
      </Text>
    </div>
  );
}
