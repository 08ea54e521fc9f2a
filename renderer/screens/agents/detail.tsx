import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Failure } from '../../components/failure.tsx';
import { Page } from '../../components/page.tsx';
import { ChannelsCard } from './channels-card.tsx';
import { FaqCard } from './faq-card.tsx';
import { FieldsCard } from './fields-card.tsx';
import { MetricsCard } from './metrics-card.tsx';
import { agentQuery } from './queries.ts';
import { ReadsCard } from './reads-card.tsx';
import { StateCard } from './state-card.tsx';

/** One agent: whether it answers, what it says, what it knows, where, and how well. */
export function AgentDetail({ id }: { id: string }) {
  const { t } = useTranslation('agents');
  const agent = useQuery(agentQuery(id));
  const back = (
    <Button component={Link} href="/agents" variant="default" leftSection={<IconArrowLeft size={17} aria-hidden />}>
      {t('back')}
    </Button>
  );
  if (!agent.data) {
    return (
      <Page title={t('shell:nav.agents')} actions={back}>
        {agent.error ? <Failure error={agent.error} onRetry={agent.refetch} /> : <Skeleton h={160} />}
      </Page>
    );
  }
  return (
    <Page title={agent.data.name} intro={agent.data.description ?? ''} actions={back}>
      <StateCard agent={agent.data} />
      <FieldsCard agent={agent.data} />
      <FaqCard agent={agent.data} />
      <ReadsCard agentId={id} />
      <ChannelsCard agentId={id} isArchived={agent.data.status === 'ARCHIVED'} />
      <MetricsCard id={id} />
    </Page>
  );
}
