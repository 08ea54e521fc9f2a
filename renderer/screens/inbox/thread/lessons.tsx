import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery, optionalQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { AnswerTrace } from '../../../components/teach/answer-trace.tsx';
import { TeachDialog, type Teaching } from '../../../components/teach/teach-dialog.tsx';
import { useIsOwner } from '../../../session.ts';
import { useBlockedReason } from '../composer/composer-blocked.tsx';
import type { Conversation, Message, OpenQuestion } from '../types.ts';

/** As long as a FAQ may ask. */
const longestQuestion = 500;
const none: OpenQuestion[] = [];

/** What agents could not answer, by the id of their message. */
export type Missed = Map<string | null, OpenQuestion[]>;

/** What agents could not answer in a conversation, and what of it is being explained or taught. Owners teach. */
export function useLessons(conversationId: string) {
  const isOwner = useIsOwner();
  const [explained, setExplained] = useState<Message | null>(null);
  const [teaching, setTeaching] = useState<Teaching | null>(null);
  const query = operationQuery('listConversationQuestions', { path: { id: conversationId } });
  const questions = useQuery({ ...query, enabled: isOwner }).data?.data ?? none;
  const missed = useMemo(() => Map.groupBy(questions, ({ messageId }) => messageId), [questions]);
  return {
    missed,
    explained,
    teaching,
    explain: setExplained,
    teach: ({ agentId, question, id }: OpenQuestion) => setTeaching({ agentId, question, questionId: id }),
    begin: (next: Teaching) => {
      setExplained(null);
      setTeaching(next);
    },
    end() {
      setExplained(null);
      setTeaching(null);
    },
  };
}

interface LessonsProps {
  lessons: ReturnType<typeof useLessons>;
  conversation: Conversation;
  /** Newest first. */
  messages: Message[];
  onSend(content: string): void;
}

/** The dialogs: why an agent wrote a message, and teaching it an answer. */
export function Lessons({ lessons, conversation, messages, onSend }: LessonsProps) {
  const canSend = useBlockedReason(conversation) === null;
  const { explained, teaching, end } = lessons;
  return (
    <>
      {explained && (
        <Explained
          message={explained}
          questions={lessons.missed.get(explained.id) ?? none}
          asked={askedBefore(messages, explained)}
          onTeach={lessons.begin}
          onClose={end}
        />
      )}
      <TeachDialog teaching={teaching} onClose={end} onSend={canSend ? onSend : undefined} />
    </>
  );
}

/** What the customer wrote just before a message. */
function askedBefore(messages: Message[], message: Message): string {
  const earlier = messages.slice(messages.findIndex(({ id }) => id === message.id) + 1);
  const end = earlier.findIndex(({ direction }) => direction === 'OUTBOUND');
  const asked = earlier.slice(0, end < 0 ? earlier.length : end).map(({ content }) => content ?? '');
  return asked.reverse().join(' ').trim().slice(0, longestQuestion);
}

interface ExplainedProps {
  message: Message;
  /** What the agent could not answer with it. */
  questions: OpenQuestion[];
  /** What the customer wrote before it. */
  asked: string;
  onTeach(teaching: Teaching): void;
  onClose(): void;
}

function Explained({ message, questions, asked, onTeach, onClose }: ExplainedProps) {
  const { t } = useTranslation('teach');
  const isOwner = useIsOwner();
  const path = { id: message.conversationId, messageId: message.id };
  const trace = useQuery(optionalQuery('getMessageTrace', { path }));
  const agentId = trace.data?.aiAgentId;
  const teach = (question: string) => {
    const listed = questions.find((one) => one.question === question);
    if (agentId !== undefined) onTeach({ agentId, question, questionId: listed?.id ?? null });
  };
  const [missed] = questions;
  return (
    <Modal opened onClose={onClose} title={t('why')} closeButtonProps={{ 'aria-label': t('shell:common.close') }}>
      {trace.isPending && <Loading size="sm" />}
      {trace.error && <Failure error={trace.error} onRetry={trace.refetch} />}
      {trace.data === null && t('noTrace')}
      {trace.data && <AnswerTrace trace={trace.data} onTeach={isOwner ? teach : undefined} />}
      {isOwner && agentId !== undefined && (
        <Button size="xs" variant="light" mt="sm" onClick={() => teach(missed?.question ?? asked)}>
          {t(missed ? 'teach' : 'teachOther')}
        </Button>
      )}
    </Modal>
  );
}
