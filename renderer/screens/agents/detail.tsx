import { Badge, Button, Stack } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Tagged } from '../../api/client.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/page/page.tsx';
import { AgentStatus } from './agent-status.tsx';
import './agents.css';
import { BehaviorCard } from './behavior-card.tsx';
import { FieldsCard } from './fields-card.tsx';
import { HoursCard } from './hours/hours-card.tsx';
import { FaqCard } from './lists/faq-card.tsx';
import { ItemsCard } from './lists/items-card.tsx';
import { RulesCard } from './lists/rules-card.tsx';
import { ServicesCard } from './lists/services-card.tsx';
import { type Agent, agentQuery } from './queries.ts';
import { ReadsCard } from './reads-card.tsx';
import { ChannelsCard } from './state/channels-card.tsx';
import { MetricsCard } from './state/metrics-card.tsx';
import { StateCard } from './state/state-card.tsx';
import { TryPanel } from './try/try-panel.tsx';
import './try/try.css';
import { UnansweredCard } from './unanswered/unanswered-card.tsx';

/** Sections of the page in order, by their name in the URL. */
const sections: Record<string, (present: Tagged<Agent>) => ReactNode> = {
  state: ({ state }) => (
    <>
      <StateCard agent={state} />
      <ChannelsCard agentId={state.id} isArchived={state.status === 'ARCHIVED'} />
      <UnansweredCard agentId={state.id} />
      <MetricsCard id={state.id} />
    </>
  ),
  identity: (present) => <FieldsCard present={present} />,
  answers: ({ state }) => (
    <>
      <FaqCard agent={state} />
      <ReadsCard agentId={state.id} />
    </>
  ),
  hours: (present) => <HoursCard present={present} />,
  offers: (present) => (
    <>
      <ServicesCard present={present} />
      <ItemsCard agentId={present.state.id} />
    </>
  ),
  rules: ({ state }) => <RulesCard agent={state} />,
  behavior: (present) => <BehaviorCard present={present} />,
};

/** Page of one agent, divided into sections. */
export function AgentDetail({ id, section }: { id: string; section: string | undefined }) {
  const { t } = useTranslation('agents');
  const agent = useQuery(agentQuery(id));
  const [isTrying, setIsTrying] = useState(false);
  const back = { href: '/agents', label: t('back') };
  if (!agent.data) {
    return (
      <Page title={t('shell:nav.agents')} back={back}>
        {agent.error ? <Failure error={agent.error} onRetry={agent.refetch} /> : <Loading shape="form" />}
      </Page>
    );
  }
  const { name, description, status, hasUnpublishedChanges } = agent.data.state;
  const current = section !== undefined && section in sections ? section : 'state';
  const actions = (
    <>
      {hasUnpublishedChanges && (
        <Badge color="orange" variant="light" tt="none" radius="sm">
          {t('agent-changes:badge')}
        </Badge>
      )}
      <AgentStatus status={status} />
      <Button
        size="sm"
        variant="light"
        leftSection={<IconMessage2 size={17} aria-hidden />}
        aria-expanded={isTrying}
        onClick={() => setIsTrying(!isTrying)}
      >
        {t('agent-try:open')}
      </Button>
    </>
  );
  return (
    <Page title={name} intro={description ?? ''} back={back} actions={actions}>
      <div className={isTrying ? 'ag-with-try' : undefined}>
        <Stack gap="lg">
          <Sections id={id} current={current} />
          {sections[current]?.(agent.data)}
        </Stack>
        {isTrying && <TryPanel agent={agent.data.state} onClose={() => setIsTrying(false)} />}
      </div>
    </Page>
  );
}

function Sections({ id, current }: { id: string; current: string }) {
  const { t } = useTranslation('agents');
  // On a phone the links form one line wider than the screen.
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector(`[href$="/${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} className="fd-tabs" aria-label={t('sections.label')}>
      {Object.keys(sections).map((name) => (
        <Link
          key={name}
          href={`/agents/${id}/${name}`}
          className="fd-tab"
          aria-current={name === current ? 'page' : undefined}
        >
          {t(`sections.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
