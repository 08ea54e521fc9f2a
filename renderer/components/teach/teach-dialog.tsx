import './words.ts';
import './teach.css';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { useBegun } from '../../kept/use-kept.ts';
import { TaughtResult } from './taught-result.tsx';
import { TeachForm } from './teach-form.tsx';

export type Taught = Result<'teachAgent'>;

/** What somebody wants to teach. */
export interface Teaching {
  agentId: string;
  /** The customer's words; they can be changed. */
  question: string;
  /** The unanswered question, if it is listed. */
  questionId: string | null;
}

export interface Lesson {
  question: string;
  answer: string;
  /** The FAQ to change; null: a new one. */
  faqId: string | null;
}

interface TeachDialogProps {
  /** Null: closed. */
  teaching: Teaching | null;
  /** `taught`: the answer was saved and not taken back. */
  onClose(taught: boolean): void;
  /** Sends the answer to the customer; absent where that is not possible. */
  onSend?: ((answer: string) => void) | undefined;
}

/** Teaches an agent the answer to a question: the form, then what the tests say. */
export function TeachDialog({ teaching, onClose, onSend }: TeachDialogProps) {
  return teaching && <Open key={teaching.question} teaching={teaching} onClose={onClose} onSend={onSend} />;
}

function Open({ teaching, onClose, onSend }: TeachDialogProps & { teaching: Teaching }) {
  const { t } = useTranslation('teach');
  const { agentId, question, questionId } = teaching;
  const agent = useQuery(operationQuery('getAgent', { path: { id: agentId } }));
  const place = `teach.${agentId}.${questionId ?? question}`;
  const [lesson, setLesson, begun] = useBegun<Lesson>(place, { question, answer: '', faqId: null });
  const [taught, setTaught] = useState<Taught | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const name = agent.data?.name ?? '…';
  const onTaught = (next: Taught) => {
    begun.forget();
    setTaught(next);
    setIsSaved(true);
  };
  const edit = ({ faq }: Taught) => {
    setLesson({ question: faq.question, answer: faq.answer, faqId: faq.id });
    setTaught(null);
  };
  return (
    <Modal
      opened
      onClose={() => onClose(isSaved)}
      size="lg"
      title={t('form.title', { name })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {taught ? (
        <TaughtResult
          taught={taught}
          agentId={agentId}
          name={name}
          onEdit={() => edit(taught)}
          onDone={() => onClose(true)}
          onTakenBack={() => onClose(false)}
        />
      ) : (
        <TeachForm
          {...{ teaching, lesson, setLesson, onTaught, onSend }}
          // Once saved, this lesson is one of the changes itself.
          hasOtherChanges={!isSaved && agent.data?.hasUnpublishedChanges === true}
          onCancel={() => {
            begun.forget();
            onClose(isSaved);
          }}
        />
      )}
    </Modal>
  );
}
