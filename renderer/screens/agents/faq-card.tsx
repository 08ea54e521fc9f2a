import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent, Faq } from '../../../server/areas/agents/schemas.ts';
import { api } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Card, Empty } from '../../components/page.tsx';
import { agentPath } from './queries.ts';
import { useAgentAction } from './use-agent-action.ts';

/** Questions that customers ask, each with the answer that the agent gives word for word. */
export function FaqCard({ agent: { id, faqs } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const [edited, setEdited] = useState<string | null>(null);
  const isAdding = edited === 'new';
  return (
    <Card
      title={t('faq.title')}
      actions={
        <Button size="xs" variant="light" onClick={() => setEdited('new')} disabled={isAdding}>
          {t('faq.add')}
        </Button>
      }
    >
      {isAdding && <FaqForm agentId={id} onDone={() => setEdited(null)} />}
      {faqs.length === 0 && !isAdding && <Empty text={t('faq.none')} />}
      <ul className="fd-list">
        {faqs.map((faq) => (
          <li key={faq.id} className="fd-line">
            {edited === faq.id ? (
              <FaqForm agentId={id} faq={faq} onDone={() => setEdited(null)} />
            ) : (
              <Line agentId={id} faq={faq} onEdit={() => setEdited(faq.id)} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ agentId, faq: { id, question, answer }, onEdit }: { agentId: string; faq: Faq; onEdit(): void }) {
  const { t } = useTranslation('agents');
  const remove = useAgentAction<void, unknown>(() => api.delete(`${agentPath(agentId)}/faq/${id}`));
  return (
    <Group justify="space-between" gap="xs" py="sm" align="flex-start">
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {question}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {answer}
        </Text>
      </div>
      <Group gap={4}>
        <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`${t('faq.edit')}: ${question}`}>
          {t('faq.edit')}
        </Button>
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          color="red"
          question={t('faq.deleteQuestion')}
          onConfirm={() => remove.mutate()}
          loading={remove.isPending}
        >
          {t('shell:common.delete')}
        </ConfirmButton>
      </Group>
    </Group>
  );
}

function FaqForm({ agentId, faq, onDone }: { agentId: string; faq?: Faq; onDone(): void }) {
  const { t } = useTranslation('agents');
  const [question, setQuestion] = useState(faq?.question ?? '');
  const [answer, setAnswer] = useState(faq?.answer ?? '');
  const path = `${agentPath(agentId)}/faq`;
  const save = useAgentAction<void, Faq>(
    () => {
      const draft = { question: question.trim(), answer: answer.trim() };
      return faq ? api.patch<Faq>(`${path}/${faq.id}`, draft) : api.post<Faq>(path, draft);
    },
    { quiet: true },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs" py="sm">
        <TextInput
          label={t('faq.question')}
          required
          maxLength={500}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Textarea
          label={t('faq.answer')}
          required
          autosize
          minRows={2}
          maxLength={2_000}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone}>
            {t('shell:common.cancel')}
          </Button>
          <Button
            size="xs"
            type="submit"
            loading={save.isPending}
            disabled={question.trim() === '' || answer.trim() === ''}
          >
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
