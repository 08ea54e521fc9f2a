import { ActionIcon, Group, Textarea, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { onEnter } from '../../../components/form/chat-text.ts';
import { useBegun } from '../../../kept/use-kept.ts';

const longestNote = 4_096;

/** Writes a note that only the shop sees. What was begun is kept until it is saved. */
export function NoteForm({ conversationId, inputRef }: { conversationId: string; inputRef: Ref<HTMLTextAreaElement> }) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [text, write] = useBegun(`${conversationId}.note`, '');
  const save = useMutation({
    mutationFn: () => call('createNote', { path: { id: conversationId }, body: { text: text.trim() } }),
    onSuccess: () => {
      write('');
      return invalidate(client, ['listNotes']);
    },
    onError: notifyFailure,
  });
  const canSave = text.trim() !== '' && !save.isPending;
  return (
    <Group className="ib-write" wrap="nowrap" align="flex-end">
      <Textarea
        ref={inputRef}
        className="ib-note-input"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={longestNote}
        aria-label={t('notes.write')}
        placeholder={t('notes.write')}
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
        onKeyDown={onEnter(() => canSave && save.mutate())}
      />
      <Tooltip label={t('notes.save')}>
        <ActionIcon size={36} onClick={() => save.mutate()} disabled={!canSave} aria-label={t('notes.save')}>
          <IconCheck size={19} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
