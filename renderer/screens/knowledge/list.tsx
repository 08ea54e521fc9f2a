import { Anchor, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { ApiError } from '../../api/refusals.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { Checks } from '../../components/form/checks.tsx';
import { actionAtHead, Listed } from '../../components/page/listed.tsx';
import { Page } from '../../components/page/page.tsx';
import { Time } from '../../components/values/time.tsx';
import { useBegun } from '../../kept/use-kept.ts';
import { agentsQuery, basesQuery } from './queries.ts';
import { setReaders } from './readers.tsx';
import { SynonymsCard } from './synonyms-card.tsx';

/** All knowledge bases, by name. */
export function BaseList() {
  const { t } = useTranslation('knowledge');
  const bases = useQuery(basesQuery);
  const [isCreating, setIsCreating] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.knowledge')} intro={t('intro')} actions={actionAtHead(bases, add)}>
      <Listed
        query={bases}
        empty={<Empty drawing="knowledge" text={t('empty')} action={add} />}
        line={({ id, name, description, sourceCount, updatedAt }) => (
          <Group key={id} component="li" className="fd-line" justify="space-between" gap="xs">
            <div style={{ flex: '1 1 260px', minWidth: 0 }}>
              <Anchor component={Link} href={`/knowledge/${id}`} className="fd-line-name">
                {name}
              </Anchor>
              {description !== null && (
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {description}
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed">
              {`${t('sources', { count: sourceCount })} · `}
              <Time at={updatedAt} style="day" />
            </Text>
          </Group>
        )}
      />
      <SynonymsCard />
      <Modal
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        title={t('add')}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <CreateForm onClose={() => setIsCreating(false)} />
      </Modal>
    </Page>
  );
}

function CreateForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('knowledge');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [{ name, description }, set, begun] = useBegun('knowledge.new', { name: '', description: '' });
  const agents = useQuery(agentsQuery).data?.data ?? [];
  // Until the owner chooses, all agents: what a shop writes down is meant to be told.
  const [chosen, setChosen] = useState<string[] | null>(null);
  const readerIds = chosen ?? agents.map(({ id }) => id);
  const create = useMutation({
    mutationFn: async () => {
      const base = await call('createKnowledgeBase', { body: { name: name.trim(), description } });
      if (readerIds.length > 0) await setReaders(base.id, readerIds).catch(notifyFailure);
      return base;
    },
    onSuccess: ({ id }) => {
      begun.forget();
      invalidate(client, ['listKnowledgeBases', ...reads.agents]);
      navigate(`/knowledge/${id}`);
    },
  });
  const { error } = create;
  const isTaken = error instanceof ApiError && error.code === 'name_taken';
  const cancel = () => {
    begun.forget();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          required
          maxLength={80}
          data-autofocus
          value={name}
          error={isTaken && t('nameTaken')}
          onChange={(event) => set({ name: event.currentTarget.value, description })}
        />
        <Textarea
          label={t('description')}
          autosize
          minRows={2}
          maxLength={500}
          value={description}
          onChange={(event) => set({ name, description: event.currentTarget.value })}
        />
        <Checks label={t('readers.choose')} options={agents} value={readerIds} onChange={setChosen} />
        {error && !isTaken && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
