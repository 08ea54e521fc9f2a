import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { fieldsOf, restOf, useSave } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { desktop } from '../desktop.ts';
import { type Backups, backupsQuery } from '../queries.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Schedule and folder of automatic backups. */
export function ScheduleCard({ backups: { schedule, folder, isDefaultFolder } }: { backups: Backups }) {
  const { t } = useTranslation('settings');
  const change = useSave(backupsQuery.queryKey, (body: Body<'changeBackups'>) => call('changeBackups', { body }), {
    isSeen: true,
  });
  const { enabled, hour } = { ...schedule, ...(change.isPending ? change.variables.schedule : {}) };
  return (
    <Card title={t('schedule.title')}>
      <Stack>
        <Group gap="lg" align="flex-end">
          <Switch
            label={t('schedule.enabled')}
            description={t('schedule.kept')}
            style={{ flex: '1 1 300px' }}
            checked={enabled}
            onChange={(event) => change.mutate({ schedule: { enabled: event.currentTarget.checked } })}
          />
          <Select
            label={t('schedule.hour', { zone: schedule.timezone.replaceAll('_', ' ') })}
            data={hours}
            maw={220}
            disabled={!enabled}
            value={String(hour)}
            onChange={(chosen) => chosen !== null && change.mutate({ schedule: { hour: Number(chosen) } })}
            allowDeselect={false}
          />
        </Group>
        <FolderForm key={folder} folder={folder} isDefault={isDefaultFolder} />
      </Stack>
    </Card>
  );
}

function FolderForm({ folder, isDefault }: { folder: string; isDefault: boolean }) {
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState(folder);
  const save = useSave(
    backupsQuery.queryKey,
    (wanted: string | null) => call('changeBackups', { body: { folder: wanted } }),
    { quiet: true },
  );
  const rest = restOf(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft.trim());
  };
  const choose = async () => {
    const chosen = await desktop()?.chooseFolder();
    if (chosen) setDraft(chosen);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('schedule.folder')}
          description={t(isDefault ? 'schedule.folderDefault' : 'schedule.folderHelp')}
          maxLength={1_000}
          value={draft}
          error={fieldsOf(save.error).folder}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        {rest && <Failure error={rest} />}
        <Group gap="xs">
          {desktop() && (
            <Button variant="default" size="xs" onClick={choose}>
              {t('schedule.choose')}
            </Button>
          )}
          <Button
            type="submit"
            size="xs"
            variant="light"
            loading={save.isPending}
            disabled={draft.trim() === '' || draft.trim() === folder}
          >
            {t('schedule.useFolder')}
          </Button>
          {!isDefault && (
            <Button size="xs" variant="subtle" onClick={() => save.mutate(null)}>
              {t('schedule.defaultFolder')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
