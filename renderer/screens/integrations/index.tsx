import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../components/page.tsx';
import { addWords } from '../../words/index.ts';
import { webhooksWords } from '../webhooks/words.ts';
import { Bindings } from './bindings.tsx';
import { Connections } from './connections.tsx';
import { Jobs } from './jobs.tsx';
import { integrationsWords } from './words.ts';

addWords('integrations', integrationsWords);
// The kinds of events, and why an address is not called, are said as the webhooks say them.
addWords('webhooks', webhooksWords);

const tabs = ['connections', 'rules', 'jobs'] as const;

/** Connections at `/integrations`, rules at `/integrations/rules`, what was done at `/integrations/jobs/:id?`. */
export default function Integrations() {
  const { t } = useTranslation('integrations');
  const { tab = 'connections', id } = useParams<{ tab?: string; id?: string }>();
  const [, navigate] = useLocation();
  return (
    <Page title={t('shell:nav.integrations')} intro={t('intro')}>
      <Tabs
        value={tab}
        onChange={(next) => navigate(next === 'connections' ? '/integrations' : `/integrations/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="connections">
          <Connections />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <Bindings />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <Jobs shownId={id ?? null} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
