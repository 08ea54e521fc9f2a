import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { Card } from '../../../components/page/page.tsx';
import { type Folders, foldersQuery } from '../queries.ts';

/** Folders of this computer in which spreadsheets may be written. */
export function FoldersCard() {
  const { t } = useTranslation('integrations');
  const folders = useQuery(foldersQuery);
  return (
    <Card title={t('folders.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('folders.help')}
        </Text>
        {folders.error && <Failure error={folders.error} onRetry={folders.refetch} />}
        {folders.isPending && <Loading size="sm" />}
        {folders.data && <List {...folders.data} />}
        {folders.data && <Add folders={folders.data.folders} />}
      </Stack>
    </Card>
  );
}

function useSaveFolders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folders: string[]) => call('setSpreadsheetFolders', { body: { folders } }),
    onSuccess: (saved) => client.setQueryData(foldersQuery.queryKey, saved),
  });
}

function List({ defaultFolder, folders }: Folders) {
  const { t } = useTranslation('integrations');
  const save = useSaveFolders();
  const remove = (folder: string) =>
    save.mutate(
      folders.filter((one) => one !== folder),
      {
        onSuccess: () => notifyUndo(t('folders.removed'), () => save.mutateAsync(folders)),
        onError: notifyFailure,
      },
    );
  const line = { component: 'li', className: 'fd-line', justify: 'space-between', gap: 'xs' } as const;
  return (
    <ul className="fd-list">
      <Group {...line}>
        <Code style={{ overflowWrap: 'anywhere' }}>{defaultFolder}</Code>
        <Text size="xs" c="dimmed">
          {t('folders.always')}
        </Text>
      </Group>
      {folders.map((folder) => (
        <Group key={folder} {...line}>
          <Code style={{ overflowWrap: 'anywhere' }}>{folder}</Code>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => remove(folder)}>
            {t('folders.remove')}
          </Button>
        </Group>
      ))}
    </ul>
  );
}

/** Message keys for a refused folder by fault code; `wrong` for all other codes. */
const reasons: Record<string, 'taken' | 'inside'> = { other_workspace: 'taken', data_folder: 'inside' };

function Add({ folders }: Pick<Folders, 'folders'>) {
  const { t } = useTranslation('integrations');
  const [folder, setFolder] = useState('');
  const save = useSaveFolders();
  const faults = save.error instanceof ApiError ? save.error.faults : [];
  const faultOf = (index: number) => faults.find(({ field }) => field === `body.folders[${index}]`);
  const wrong = faultOf(folders.length);
  // The server checks all folders again: one allowed earlier may no longer exist.
  const gone = folders.find((_folder, index) => faultOf(index));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate([...folders, folder.trim()], { onSuccess: () => setFolder('') });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('folders.add')}
        description={t('folders.addHelp')}
        maxLength={1_000}
        style={{ maxWidth: 560 }}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <div style={{ flex: 1 }}>{input}</div>
            <Button type="submit" variant="light" loading={save.isPending} disabled={folder.trim() === ''}>
              {t('shell:common.add')}
            </Button>
          </Group>
        )}
        value={folder}
        error={
          gone === undefined
            ? wrong && t(`folders.${reasons[wrong.code] ?? 'wrong'}`)
            : t('folders.gone', { folder: gone })
        }
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      {save.error && !wrong && gone === undefined && <Failure error={save.error} />}
    </form>
  );
}
