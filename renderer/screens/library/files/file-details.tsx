import { Button, FileButton, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconReplace } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { notifyDone, notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf } from '../../../components/form/use-save.ts';
import { mediaPath } from '../../../components/values/media-path.ts';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { FileUses } from './file-uses.tsx';
import { tagsOf } from './find-files.ts';
import { Preview } from './preview.tsx';
import { filesQuery, type LibraryFile } from './queries.ts';

/** One file: shown, renamed, tagged, replaced, deleted, and where it is used. */
export function FileDetails({ file, onClose }: { file: LibraryFile; onClose(): void }) {
  return (
    <Stack gap="lg">
      <Preview key={file.updatedAt} file={file} />
      <ContentActions file={file} />
      <NameAndTags file={file} />
      <Facts file={file} />
      <FileUses id={file.id} />
      <Delete file={file} onDeleted={onClose} />
    </Stack>
  );
}

function ContentActions({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  const client = useQueryClient();
  const replace = useMutation({
    mutationFn: (content: File) => upload('replaceLibraryFileContent', { path: { id: file.id } }, content),
    onSuccess: async () => {
      await invalidate(client, ['listLibraryFiles']);
      notifyDone(t('replaced'));
    },
    onError: notifyFailure,
  });
  return (
    <Group gap="xs">
      <FileButton onChange={(content) => content && replace.mutate(content)}>
        {(props) => (
          <Button
            variant="default"
            leftSection={<IconReplace size={16} aria-hidden />}
            loading={replace.isPending}
            {...props}
          >
            {t('replace')}
          </Button>
        )}
      </FileButton>
      {file.isStored && (
        <Button
          component="a"
          variant="default"
          href={mediaPath(file.url)}
          download={file.name}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
      )}
    </Group>
  );
}

function NameAndTags({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  const client = useQueryClient();
  const known = tagsOf(useQuery(filesQuery).data?.data ?? []);
  const form = useForm({ initialValues: { name: file.name, tags: file.tags } });
  const save = useMutation({
    mutationFn: () => call('renameLibraryFile', { path: { id: file.id }, body: form.values }),
    onSuccess: async ({ name, tags }) => {
      form.setValues({ name, tags });
      form.resetDirty({ name, tags });
      await invalidate(client, ['listLibraryFiles']);
      notifyDone(t('shell:common.saved'));
    },
    onError: (error) => {
      form.setErrors(fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0) notifyFailure(error);
    },
  });
  return (
    <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
      <Stack gap="sm">
        <TextInput label={t('name')} required maxLength={120} {...form.getInputProps('name')} />
        <TagsInput
          label={t('tags')}
          description={t('tagsHelp')}
          maxTags={10}
          maxLength={30}
          data={known.map(({ name }) => name)}
          {...form.getInputProps('tags')}
        />
        <Group>
          <Button
            type="submit"
            variant="light"
            loading={save.isPending}
            disabled={!form.isDirty() || form.values.name.trim() === ''}
          >
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Facts({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  const { bytes, dateTime } = useFormats();
  const { usageCount: count, lastUsedAt } = file;
  return (
    <dl className="lf-facts fd-figures">
      <dt>{t('size')}</dt>
      <dd>{`${bytes(file.sizeBytes)} · ${file.contentType}`}</dd>
      <dt>{t('added')}</dt>
      <dd>
        <Time at={file.createdAt} />
      </dd>
      <dt>{t('usage')}</dt>
      <dd>
        {count === 0
          ? t('unsent')
          : lastUsedAt === null
            ? t('sentBefore', { count })
            : t('sent', { count, at: dateTime(lastUsedAt) })}
      </dd>
    </dl>
  );
}

function Delete({ file, onDeleted }: { file: LibraryFile; onDeleted(): void }) {
  const { t } = useTranslation('library-files');
  const client = useQueryClient();
  const uses = useQuery(operationQuery('listLibraryFileUses', { path: { id: file.id } })).data?.data.length ?? 0;
  const remove = useMutation({
    mutationFn: () => call('deleteLibraryFile', { path: { id: file.id } }),
    onSuccess: async () => {
      onDeleted();
      await invalidate(client, ['listLibraryFiles', 'listQuickReplies']);
    },
    onError: notifyFailure,
  });
  const { name } = file;
  return (
    <Group>
      <ConfirmButton
        variant="default"
        c="red"
        loading={remove.isPending}
        question={uses === 0 ? t('deleteQuestion', { name }) : t('deleteUsed', { name, count: uses })}
        onConfirm={() => remove.mutate()}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
    </Group>
  );
}
