import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../components/values/time.tsx';
import type { Note } from '../types.ts';
import { useDeleteNote } from './notes.ts';

/** A note among the messages; only the shop sees it. */
export function NoteBubble({ note }: { note: Note }) {
  const { t } = useTranslation('inbox');
  const remove = useDeleteNote();
  return (
    <article className="ib-note" aria-label={t('notes.label')}>
      <div className="ib-note-head">
        <Text span size="xs" fw={650}>
          {t('notes.by', { name: note.author.name ?? t('authors.HUMAN') })}
        </Text>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('notes.delete')} onClick={() => remove(note)}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </div>
      <div className="ib-words">{note.text}</div>
      <div className="ib-meta">
        <Time at={note.createdAt} style="time" />
      </div>
    </article>
  );
}
