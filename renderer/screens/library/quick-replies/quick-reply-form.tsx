import './words.ts';
import { Autocomplete, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { writeAt } from '../../../components/form/write-at.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { useConsole } from '../../../session.ts';
import { AttachedFiles } from './attached-files.tsx';
import { fillReply, variables } from './fill-reply.ts';
import { bareShortcut } from './find-replies.ts';
import { type QuickReply, quickRepliesQuery } from './queries.ts';
import './quick-replies.css';

interface QuickReplyFormProps {
  /** Absent: a new one. */
  reply?: QuickReply;
  onClose(): void;
}

const fields = ['shortcut', 'content', 'group'];

/** Dialog that writes or changes a quick reply. */
export function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
  const { t } = useTranslation('quick-replies');
  const client = useQueryClient();
  const known = useQuery(quickRepliesQuery).data?.data ?? [];
  const { form, begun } = useBegunForm(`quick-reply.${reply?.id ?? 'new'}`, {
    shortcut: bareShortcut(reply?.shortcut ?? ''),
    content: reply?.content ?? '',
    group: reply?.group ?? '',
    fileIds: reply?.fileIds ?? [],
  });
  const { values } = form;
  const save = useMutation({
    mutationFn: () => {
      const { shortcut, content, fileIds } = values;
      const body = { shortcut: bareShortcut(shortcut.trim()), content, group: values.group.trim() || null, fileIds };
      return reply ? call('updateQuickReply', { path: { id: reply.id }, body }) : call('createQuickReply', { body });
    },
    onSuccess: async () => {
      begun.forget();
      await invalidate(client, ['listQuickReplies']);
      onClose();
    },
    // The dialog may lie over the composer, whose own form must not be sent.
    onError: (error) => form.setErrors(fieldsOf(error)),
  });
  const isTaken = save.error !== null && 'code' in save.error && save.error.code === 'shortcut_taken';
  const rest = isTaken ? null : restOf(save.error, fields);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(reply ? 'edit' : 'new')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
        <Stack>
          <BegunNote begun={begun} />
          <TextInput
            label={t('shortcut')}
            description={t('shortcutHelp')}
            leftSection="/"
            maxLength={40}
            required
            data-autofocus
            {...form.getInputProps('shortcut')}
            error={form.errors.shortcut ?? (isTaken ? save.error?.message : null)}
          />
          <Content form={form} />
          <Autocomplete
            label={t('group')}
            description={t('groupHelp')}
            maxLength={40}
            data={[...new Set(known.flatMap(({ group }) => (group === null ? [] : [group])))].sort()}
            {...form.getInputProps('group')}
          />
          <AttachedFiles ids={values.fileIds} onChange={(ids) => form.setFieldValue('fileIds', ids)} />
          {rest && <Failure error={rest} />}
          <Group justify="space-between">
            {reply ? <Delete reply={reply} onDeleted={onClose} /> : <span />}
            <Button
              type="submit"
              loading={save.isPending}
              disabled={values.shortcut.trim() === '' || values.content.trim() === ''}
            >
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface ContentProps {
  form: {
    values: { content: string };
    getInputProps(field: 'content'): object;
    setFieldValue(field: 'content', text: string): void;
  };
}

/** The text, buttons that put a variable where the cursor is, and how a customer reads it. */
function Content({ form }: ContentProps) {
  const { t } = useTranslation('quick-replies');
  const { workspace } = useConsole();
  const field = useRef<HTMLTextAreaElement>(null);
  const { content } = form.values;
  const insert = (variable: string) => {
    const place = field.current?.selectionStart ?? content.length;
    const written = `{{${variable}}}`;
    writeAt(field, place + written.length, () =>
      form.setFieldValue('content', content.slice(0, place) + written + content.slice(place)),
    );
  };
  const person = t('previewName');
  return (
    <div>
      <Textarea
        ref={field}
        label={t('content')}
        description={t('contentHelp', { name: '{{name}}', shop: '{{shop}}' })}
        maxLength={4_000}
        required
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('content')}
      />
      <Group gap={6} mt={6}>
        <Text size="xs" c="dimmed">
          {t('insert')}
        </Text>
        {variables.map((variable) => (
          <Button key={variable} size="compact-xs" variant="default" onClick={() => insert(variable)}>
            {t(`variables.${variable}`)}
          </Button>
        ))}
      </Group>
      {content.includes('{{') && (
        <>
          <Text size="xs" c="dimmed" mt="sm" mb={4}>
            {t('preview', { name: person })}
          </Text>
          <div className="qr-preview">{fillReply(content, { name: person, shop: workspace.name })}</div>
        </>
      )}
    </div>
  );
}

function Delete({ reply, onDeleted }: { reply: QuickReply; onDeleted(): void }) {
  const { t } = useTranslation('quick-replies');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('deleteQuickReply', { path: { id: reply.id } }),
    onSuccess: async () => {
      await invalidate(client, ['listQuickReplies']);
      onDeleted();
    },
    onError: notifyFailure,
  });
  return (
    <ConfirmButton
      variant="default"
      c="red"
      loading={remove.isPending}
      question={t('deleteQuestion', { shortcut: bareShortcut(reply.shortcut) })}
      onConfirm={() => remove.mutate()}
    >
      {t('shell:common.delete')}
    </ConfirmButton>
  );
}
