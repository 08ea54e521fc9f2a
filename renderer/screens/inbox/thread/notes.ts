import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import type { Note } from '../types.ts';
import type { Thread } from './thread.ts';

const none: Note[] = [];

/** Notes about a conversation, oldest first, as far back as its messages are loaded. */
export function useNotes(conversationId: string, thread: Thread | undefined): Note[] {
  const { data } = useQuery(operationQuery('listNotes', { path: { id: conversationId } }));
  const notes = data?.data ?? none;
  const oldest = thread?.cursor ? (thread.messages.at(-1)?.writtenAt ?? '') : '';
  return useMemo(() => (oldest === '' ? notes : notes.filter(({ createdAt }) => createdAt >= oldest)), [notes, oldest]);
}

/** Deletes a note and offers to restore it. */
export function useDeleteNote() {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  return async ({ id, conversationId }: Note) => {
    const path = { id: conversationId, noteId: id };
    const refresh = () => invalidate(client, ['listNotes']);
    try {
      await call('deleteNote', { path });
      notifyUndo(t('done.noteDeleted'), () => call('restoreNote', { path }).finally(refresh));
    } catch (error) {
      notifyFailure(error as Error);
    }
    refresh();
  };
}
