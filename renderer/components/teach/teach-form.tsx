import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../feedback/failure.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import type { Lesson, Taught, Teaching } from './teach-dialog.tsx';

const typingPauseMs = 400;

interface TeachFormProps {
  teaching: Teaching;
  lesson: Lesson;
  setLesson(lesson: Lesson): void;
  /** Whether the agent has changes that customers do not hear yet. */
  hasOtherChanges: boolean;
  onTaught(taught: Taught): void;
  onSend?: ((answer: string) => void) | undefined;
  onCancel(): void;
}

/** The question with its answer, beside a FAQ that asks the same already. */
export function TeachForm(props: TeachFormProps) {
  const { teaching, lesson, setLesson, hasOtherChanges, onTaught, onSend, onCancel } = props;
  const { t } = useTranslation('teach');
  const client = useQueryClient();
  const { agentId, questionId } = teaching;
  const [isSent, setIsSent] = useState(false);
  const question = lesson.question.trim();
  const answer = lesson.answer.trim();
  const teach = useMutation({
    mutationFn: () =>
      call('teachAgent', { path: { id: agentId }, body: { question, answer, faqId: lesson.faqId, questionId } }),
    onSuccess(taught) {
      if (isSent) onSend?.(answer);
      onTaught(taught);
    },
    onSettled: () => invalidate(client, [...reads.agents, ...reads.questions, 'getToday']),
  });
  const isReady = question !== '' && answer !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) teach.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <LeaveGuard when={answer !== '' && !teach.isPending} />
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('form.intro')}
        </Text>
        <TextInput
          label={t('form.question')}
          description={t('form.questionHelp')}
          required
          maxLength={500}
          value={lesson.question}
          onChange={(event) => setLesson({ ...lesson, question: event.currentTarget.value })}
        />
        <Similar agentId={agentId} lesson={lesson} setLesson={setLesson} asked={teaching.question} />
        <Textarea
          label={t('form.answer')}
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2_000}
          data-autofocus
          value={lesson.answer}
          onChange={(event) => setLesson({ ...lesson, answer: event.currentTarget.value })}
        />
        {onSend && (
          <Checkbox
            label={t('form.alsoSend')}
            checked={isSent}
            onChange={(event) => setIsSent(event.currentTarget.checked)}
          />
        )}
        {hasOtherChanges && <Text size="sm">{t('form.otherChanges')}</Text>}
        {teach.error && <Failure error={teach.error} />}
        <Group justify="flex-end" gap="xs">
          {teach.isPending && (
            <Text size="xs" c="dimmed" role="status">
              {t('form.testing')}
            </Text>
          )}
          <Button variant="default" onClick={onCancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={teach.isPending} disabled={!isReady}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type SimilarProps = Pick<TeachFormProps, 'lesson' | 'setLesson'> & { agentId: string; asked: string };

/** Offers to change the FAQ that asks nearly the same. */
function Similar({ agentId, lesson, setLesson, asked }: SimilarProps) {
  const { t } = useTranslation('teach');
  const [question] = useDebouncedValue(lesson.question.trim(), typingPauseMs);
  const query = operationQuery('listSimilarFaqs', { path: { id: agentId }, query: { question } });
  const isAsked = question !== '' && lesson.faqId === null;
  const { data } = useQuery({ ...query, enabled: isAsked, placeholderData: keepPreviousData });
  if (lesson.faqId !== null) {
    return (
      <Group gap="xs">
        <Text size="sm">{t('form.changing')}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setLesson({ question: asked, answer: lesson.answer, faqId: null })}
        >
          {t('form.addNew')}
        </Button>
      </Group>
    );
  }
  const [faq] = isAsked ? (data?.data ?? []) : [];
  if (!faq) return null;
  return (
    <div className="fd-similar" role="status">
      <Text size="sm" fw={600}>
        {t('form.similar')}
      </Text>
      <Text size="sm">{`“${faq.question}”`}</Text>
      <Text size="sm" c="dimmed" lineClamp={3}>
        {faq.answer}
      </Text>
      <Button
        size="compact-sm"
        variant="light"
        mt={6}
        onClick={() => setLesson({ question: faq.question, answer: lesson.answer || faq.answer, faqId: faq.id })}
      >
        {t('form.change')}
      </Button>
    </div>
  );
}
