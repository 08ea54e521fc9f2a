import { Anchor, Button, Group, Modal, Select, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { actionAtHead, Listed } from '../../../components/page/listed.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { useCreating } from '../../../components/page/use-creating.ts';
import { Gallery } from '../gallery/gallery.tsx';
import { agentsQuery, flowsQuery } from '../queries.ts';
import { FlowLine } from './flow-line.tsx';
import { useNewFlow } from './use-new-flow.ts';

/** The flows of an agent. */
export function FlowList() {
  const { t } = useTranslation('flows');
  const agents = useQuery(agentsQuery);
  const { filter, set } = useAddressFilter();
  if (agents.error && !agents.data) return <Failure error={agents.error} onRetry={agents.refetch} />;
  if (!agents.data) return <Loading shape="page" />;
  const all = agents.data.data;
  const agent = all.find(({ id }) => id === filter.agent) ?? all[0];
  if (!agent) {
    const create = (
      <Button component={Link} href="/agents?new">
        {t('createAgent')}
      </Button>
    );
    return (
      <Page title={t('shell:nav.flows')} intro={t('intro')}>
        <Empty drawing="agent" text={t('noAgent')} action={create} />
      </Page>
    );
  }
  const choice = all.length > 1 && (
    <Select
      aria-label={t('agent')}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={agent.id}
      allowDeselect={false}
      onChange={(id) => set('agent', id)}
      w={200}
    />
  );
  return <FlowsOf key={agent.id} aiAgentId={agent.id} choice={choice} />;
}

function FlowsOf({ aiAgentId, choice }: { aiAgentId: string; choice: ReactNode }) {
  const { t } = useTranslation('flows');
  const [, navigate] = useLocation();
  const [isCreating, setIsCreating] = useCreating();
  const [withArchived, setWithArchived] = useState(false);
  const flows = useQuery(flowsQuery(aiAgentId));
  const open = ({ id }: { id: string }) => navigate(`/flows/${id}`);
  const blank = useNewFlow(aiAgentId);
  const all = flows.data?.data ?? [];
  const shown = all.filter(({ status }) => withArchived || status !== 'ARCHIVED');
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add.flow')}
    </Button>
  );
  return (
    <Page
      title={t('shell:nav.flows')}
      intro={t('intro')}
      actions={
        <>
          {choice}
          {actionAtHead(flows, add, shown)}
        </>
      }
    >
      <Listed
        query={flows}
        items={shown}
        empty={<Empty drawing="flow" text={t('empty')} action={add} />}
        line={(flow) => <FlowLine key={flow.id} flow={flow} />}
      />
      {shown.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('order')}
        </Text>
      )}
      {all.some(({ status }) => status === 'ARCHIVED') && (
        <Switch
          label={t('showArchived')}
          checked={withArchived}
          onChange={(event) => setWithArchived(event.currentTarget.checked)}
        />
      )}
      <Modal
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        title={t('add.flow')}
        size="xl"
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <Group justify="space-between" mb="md" className="fw-blank">
          <Text size="sm">{t('blank.help')}</Text>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => blank.mutate(undefined, { onSuccess: open })}
          >
            {t('blank.create')}
          </Anchor>
        </Group>
        <Gallery aiAgentId={aiAgentId} onCreated={open} />
      </Modal>
    </Page>
  );
}
