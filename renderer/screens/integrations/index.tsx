import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { TabbedPage } from '../../components/page/tabbed-page.tsx';
import en from '../../words/en/integrations.json' with { type: 'json' };
import webhooksEn from '../../words/en/webhooks.json' with { type: 'json' };
import es from '../../words/es/integrations.json' with { type: 'json' };
import webhooksEs from '../../words/es/webhooks.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/integrations.json' with { type: 'json' };
import webhooksPt from '../../words/pt/webhooks.json' with { type: 'json' };
import { Connections } from './connections/connections.tsx';
import { Jobs } from './jobs/jobs.tsx';
import { Bindings } from './rules/bindings.tsx';

addWords('integrations', { en, pt, es });
// Event kinds and outbound errors use the words of the webhooks.
addWords('webhooks', { en: webhooksEn, pt: webhooksPt, es: webhooksEs });

/** Connections at `/integrations`, rules at `/integrations/rules`, jobs at `/integrations/jobs/:id?`. */
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
