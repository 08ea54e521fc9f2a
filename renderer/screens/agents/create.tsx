import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { Checks } from '../../components/form/checks.tsx';
import { findByFoldedText } from '../../components/form/countries-timezones.ts';
import { useConsole } from '../../session.ts';
import { allBasesQuery, templatesQuery } from './queries.ts';

/** Limit of the server for one agent. */
const mostBases = 20;

interface CreateAgentProps {
  opened: boolean;
  onClose(): void;
}

/** Creates an agent from a template for a kind of shop, or an empty one. */
export function CreateAgent({ opened, onClose }: CreateAgentProps) {
  const { t } = useTranslation('agents');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('add')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('agents');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { language } = useConsole().workspace;
  const templates = useQuery(templatesQuery);
  const [name, setName] = useState('');
  const [templateId, setTemplateId] = useState<string | null>(null);
  // Agents speak the shop's language, not the console's.
  const offered = templates.data?.data.filter((one) => one.language === language) ?? [];
  const bases = useQuery(allBasesQuery).data?.data ?? [];
  // Until the owner chooses, all: a new colleague is told everything, too.
  const [chosen, setChosen] = useState<string[] | null>(null);
  const baseIds = chosen ?? bases.slice(0, mostBases).map(({ id }) => id);
  const create = useMutation({
    async mutationFn() {
      const template = templateId === null ? {} : { templateId };
      const agent = await call('createAgent', { body: { name: name.trim(), ...template } });
      const path = { id: agent.id };
      if (baseIds.length > 0) await call('setAgentKnowledgeBases', { path, body: { baseIds } }).catch(notifyFailure);
      return agent;
    },
    onSuccess: ({ id }) => {
      invalidate(client, reads.agents);
      navigate(`/agents/${id}`);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('create.name')}
          description={t('create.nameHelp')}
          required
          maxLength={120}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('create.template')}
          description={offered.find(({ id }) => id === templateId)?.description ?? t('create.templateHelp')}
          placeholder={t('create.noTemplate')}
          data={offered.map((one) => ({ value: one.id, label: one.name }))}
          value={templateId}
          onChange={setTemplateId}
          clearable
          clearButtonProps={{ 'aria-label': t('create.noTemplate') }}
          searchable
          filter={findByFoldedText}
        />
        <Checks label={t('create.reads')} options={bases} value={baseIds} onChange={setChosen} />
        {templates.error && <Failure error={templates.error} onRetry={templates.refetch} />}
        {create.error && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim().length < 2}>
            {t('create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
