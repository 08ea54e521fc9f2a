import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../components/page.tsx';
import { addWords } from '../../words/index.ts';
import { Deliveries } from './deliveries.tsx';
import { Endpoints } from './endpoints.tsx';
import { EventLog } from './event-log.tsx';
import { webhooksWords } from './words.ts';

addWords('webhooks', webhooksWords);

const tabs = ['endpoints', 'deliveries', 'log'] as const;

/** Webhooks at `/webhooks`, their deliveries at `/webhooks/deliveries/:id?`, the event log at `/webhooks/log/:id?`. */
export default function Webhooks() {
  const { t } = useTranslation('webhooks');
  const { tab = 'endpoints', id } = useParams<{ tab?: string; id?: string }>();
  const [, navigate] = useLocation();
  return (
    <Page title={t('shell:nav.webhooks')} intro={t('intro')}>
      <Tabs
        value={tab}
        onChange={(next) => navigate(next === 'endpoints' ? '/webhooks' : `/webhooks/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <Endpoints />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <Deliveries shownId={id ?? null} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <EventLog shownId={id ?? null} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
