import './today.css';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../api/query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/page/page.tsx';
import { useConsole, useIsOwner } from '../../session.ts';
import en from '../../words/en/today.json' with { type: 'json' };
import es from '../../words/es/today.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/today.json' with { type: 'json' };
import { AttentionCard } from './attention.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps, hasStepsLeft } from './first-steps.tsx';
import { Periods } from './periods.tsx';
import { UnconfirmedCard } from './unconfirmed-card.tsx';
import { useHeadline } from './use-headline.ts';
import type { TodayView } from './view.ts';
import { Waiting } from './waiting.tsx';

addWords('today', { en, pt, es });

/** Waits grow and channels change without an event, so this polls. */
const refreshMs = 15_000;

/** The shop today: who waits, what was sold and booked, and how the week and the month go. */
export default function Today() {
  const { t } = useTranslation();
  const today = useQuery({ ...operationQuery('getToday'), refetchInterval: refreshMs });
  const headline = useHeadline(today.data);
  return (
    <Page title={t('nav.today')} intro={headline}>
      {today.isPending && <Loading shape="figures" />}
      {today.error && <Failure error={today.error} onRetry={today.refetch} />}
      {today.data && <View view={today.data} />}
    </Page>
  );
}

function View({ view }: { view: TodayView }) {
  const { workspace } = useConsole();
  const [isDismissed, setIsDismissed] = useLocalStorage({
    key: `frontdesk.steps.${workspace.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { attention, firstSteps, month, appointments } = view;
  const isOwner = useIsOwner();
  const hasBegun = firstSteps.chat || month.orders > 0 || appointments.count > 0 || isDismissed || !isOwner;
  const steps = isOwner && hasStepsLeft(firstSteps) && !isDismissed && (
    <FirstSteps steps={firstSteps} onDismiss={() => setIsDismissed(true)} />
  );
  return (
    <>
      {!hasBegun && steps}
      {hasBegun && (
        <div className="td-top">
          <Waiting waiting={view.waiting} />
          <Figures view={view} />
        </div>
      )}
      <UnconfirmedCard refreshMs={refreshMs} />
      {attention.length > 0 && <AttentionCard attention={attention} />}
      {hasBegun && <Periods view={view} />}
      {hasBegun && steps}
    </>
  );
}
