import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { TabbedPage } from '../../components/tabbed-page.tsx';
import { addWords } from '../../words/index.ts';
import { webhooksWords } from '../webhooks/words.ts';
import { Bindings } from './bindings.tsx';
import { Connections } from './connections.tsx';
import { Jobs } from './jobs.tsx';
import { integrationsWords } from './words.ts';

addWords('integrations', integrationsWords);
// The kinds of events, and why an address is not called, are said as the webhooks say them.
addWords('webhooks', webhooksWords);

/** Connections at `/integrations`, rules at `/integrations/rules`, what was done at `/integrations/jobs/:id?`. */
export default function Integrations() {
  const { t } = useTranslation('integrations');
  const { tab, id } = useParams<{ tab?: string; id?: string }>();
  const tabs = [
    { name: 'connections', label: t('tabs.connections'), content: <Connections /> },
    { name: 'rules', label: t('tabs.rules'), content: <Bindings /> },
    { name: 'jobs', label: t('tabs.jobs'), content: <Jobs shownId={id ?? null} /> },
  ];
  return (
    <TabbedPage title={t('shell:nav.integrations')} intro={t('intro')} path="/integrations" tab={tab} tabs={tabs} />
  );
}
