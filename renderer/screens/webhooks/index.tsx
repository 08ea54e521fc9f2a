import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { TabbedPage } from '../../components/page/tabbed-page.tsx';
import en from '../../words/en/webhooks.json' with { type: 'json' };
import es from '../../words/es/webhooks.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/webhooks.json' with { type: 'json' };
import { Deliveries } from './deliveries.tsx';
import { Endpoints } from './endpoints.tsx';
import { EventLog } from './event-log.tsx';

addWords('webhooks', { en, pt, es });

/** Webhooks at `/webhooks`, deliveries at `/webhooks/deliveries/:id?`, event log at `/webhooks/log/:id?`. */
export default function Webhooks() {
  const { t } = useTranslation('webhooks');
  const { tab, id } = useParams<{ tab?: string; id?: string }>();
  const tabs = [
    { name: 'endpoints', label: t('tabs.endpoints'), content: <Endpoints /> },
    { name: 'deliveries', label: t('tabs.deliveries'), content: <Deliveries shownId={id ?? null} /> },
    { name: 'log', label: t('tabs.log'), content: <EventLog shownId={id ?? null} /> },
  ];
  return <TabbedPage title={t('shell:nav.webhooks')} intro={t('intro')} path="/webhooks" tab={tab} tabs={tabs} />;
}
