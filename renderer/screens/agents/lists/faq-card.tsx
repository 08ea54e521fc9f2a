import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import type { Agent } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { EditableList, type FormProps, type LineProps, LineText } from './editable-list.tsx';
import { InlineForm } from './inline-form.tsx';
import { LineButtons, MoveButtons } from './line-buttons.tsx';

type Faq = Agent['faqs'][number];

/** Frequent questions, each with the exact answer of the agent. */
export function FaqCard({ agent: { id, faqs } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  return (
    <EditableList
      title={t('faq.title')}
      intro={t('faq.intro')}
      add={t('faq.add')}
      none={t('faq.none')}
      entries={faqs}
      line={(line) => <Line {...line} agentId={id} count={faqs.length} />}
      form={(form) => <FaqForm key={form.entry?.id} {...form} agentId={id} />}
    />
  );
}

function Line({ entry, index, onEdit, agentId, count }: LineProps<Faq> & { agentId: string; count: number }) {
  const { t } = useTranslation('agents');
  const path = { id: agentId, faqId: entry.id };
  const remove = useAgentAction(() => call('deleteFaq', { path }));
  const move = useAgentAction((order: number) => call('updateFaq', { path, body: { order } }));
  return (
    <LineText title={entry.question} text={entry.answer}>
      <MoveButtons name={entry.question} index={index} count={count} onMove={move.mutate} />
      <LineButtons
        name={entry.question}
        onEdit={onEdit}
        deleteQuestion={t('faq.deleteQuestion')}
        onDelete={() => remove.mutate()}
        isDeleting={remove.isPending}
      />
    </LineText>
  );
}

function FaqForm({ entry, onDone, agentId }: FormProps<Faq> & { agentId: string }) {
  const { t } = useTranslation('agents');
  const first = { question: entry?.question ?? '', answer: entry?.answer ?? '' };
  const [{ question, answer }, set, begun] = useBegun(`faq.${agentId}.${entry?.id ?? 'new'}`, first);
  const end = () => {
    begun.forget();
    onDone();
  };
  const save = useAgentAction(
    () => {
      const body = { question: question.trim(), answer: answer.trim() };
      return entry
        ? call('updateFaq', { path: { id: agentId, faqId: entry.id }, body })
        : call('createFaq', { path: { id: agentId }, body });
    },
    { quiet: true },
  );
  return (
    <InlineForm
      label={entry?.question ?? t('faq.add')}
      isDirty={question !== (entry?.question ?? '') || answer !== (entry?.answer ?? '')}
      isReady={question.trim() !== '' && answer.trim() !== ''}
      isSaving={save.isPending}
      error={save.error}
      begun={begun}
      onSave={() => save.mutate(undefined, { onSuccess: end })}
      onCancel={end}
    >
      <TextInput
        label={t('faq.question')}
        required
        maxLength={500}
        data-autofocus
        value={question}
        onChange={(event) => set({ question: event.currentTarget.value, answer })}
      />
      <Textarea
        label={t('faq.answer')}
        required
        autosize
        minRows={2}
        maxLength={2_000}
        value={answer}
        onChange={(event) => set({ question, answer: event.currentTarget.value })}
      />
    </InlineForm>
  );
}
