import { Center, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/page/page.tsx';
import { useIsOwner } from '../../session.ts';
import en from '../../words/en/today.json' with { type: 'json' };
import es from '../../words/es/today.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/today.json' with { type: 'json' };
import { AttentionCard } from './attention.tsx';
import { ChannelsCard } from './channels-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Numbers } from './numbers.tsx';
import { PlotCard } from './plot-card.tsx';
import type { TodayView } from './view.ts';

addWords('today', { en, pt, es });

/** State changes of channels emit no event, so this polls. */
const refreshMs = 15_000;

export default function Today() {
  const { t } = useTranslation('today');
  const today = useQuery({ ...operationQuery('getToday'), refetchInterval: refreshMs });
  return (
    <Page title={t('shell:nav.today')} intro={t('intro')}>
      {today.isPending && (
        <Center h="40vh">
          <Loading />
        </Center>
      )}
      {today.error && <Failure error={today.error} onRetry={today.refetch} />}
      {today.data && <View view={today.data} />}
    </Page>
  );
}

function View({ view }: { view: TodayView }) {
  const { t } = useTranslation('today');
  const { days, conversations, messages, deliveries, firstSteps } = view;
  const isNew = !Object.values(firstSteps).every(Boolean);
  const hasDeliveries = Object.values(deliveries).some((counts) => counts.some((count) => count > 0));
  // Data comes before the first steps as soon as there is any.
  const steps = useIsOwner() && <FirstSteps steps={firstSteps} channels={view.channels} />;
  return (
    <>
      {!firstSteps.chat && steps}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AttentionCard attention={view.attention} />
        <ChannelsCard channels={view.channels} />
      </SimpleGrid>
      {firstSteps.chat && <Numbers view={view} />}
      {firstSteps.chat && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <PlotCard
            title={t('plots.conversations')}
            days={days}
            series={[
              { label: t('plots.opened'), color: 'brand', values: conversations.opened.byDay },
              { label: t('plots.resolved'), color: 'blue', values: conversations.resolved.byDay },
              { label: t('plots.handedOff'), color: 'orange', values: conversations.handedOff.byDay },
            ]}
          />
          <PlotCard
            title={t('plots.messages')}
            days={days}
            series={[
              { label: t('plots.received'), color: 'brand', values: messages.received.byDay },
              { label: t('plots.sent'), color: 'violet', values: messages.sent.byDay },
            ]}
          />
        </SimpleGrid>
      )}
      {hasDeliveries && (
        <PlotCard
          title={t('plots.deliveries')}
          days={days}
          series={[
            { label: t('plots.delivered'), color: 'brand', values: deliveries.delivered },
            { label: t('plots.waiting'), color: 'blue', values: deliveries.waiting },
            { label: t('plots.failed'), color: 'red', values: deliveries.failed },
          ]}
        />
      )}
      {firstSteps.chat && isNew && steps}
    </>
  );
}
