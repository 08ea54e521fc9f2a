import { Alert, Button, Group, List, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { setRestoring } from '../../../session.ts';
import type { Backups } from '../queries.ts';
import { useRestart } from './use-restart.ts';

export type RestoreSource = { kind: 'listed'; backup: Backups['items'][number] } | { kind: 'file'; file: File };

interface RestoreProps {
  /** Null closes the dialog. */
  source: RestoreSource | null;
  onClose(): void;
}

/** Asks for a typed confirmation, restores the backup and waits until the server is back. */
export function Restore({ source, onClose }: RestoreProps) {
  const { t } = useTranslation('settings');
  const [isUnderWay, setIsUnderWay] = useState(false);
  return (
    <Modal
      opened={source !== null}
      onClose={onClose}
      title={t('restore.title')}
      size="lg"
      withCloseButton={!isUnderWay}
      closeOnEscape={!isUnderWay}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {source && <Steps source={source} onClose={onClose} onUnderWay={setIsUnderWay} />}
    </Modal>
  );
}

interface StepsProps {
  source: RestoreSource;
  onClose(): void;
  onUnderWay(isUnderWay: boolean): void;
}

function Steps({ source, onClose, onUnderWay }: StepsProps) {
  const restart = useRestart();
  const tell = (isUnderWay: boolean) => {
    setRestoring(isUnderWay);
    onUnderWay(isUnderWay);
  };
  const restore = useMutation({
    mutationFn: () => {
      tell(true);
      return source.kind === 'listed'
        ? call('restoreBackup', { path: { name: source.backup.name } })
        : upload('restoreUpload', {}, source.file);
    },
    onSuccess: restart.watch,
    onError: () => tell(false),
  });
  if (restart.isBack) return <Back />;
  if (restore.isPending || restore.isSuccess) return <UnderWay isVerified={restore.isSuccess} />;
  return <Ask source={source} error={restore.error} onCancel={onClose} onConfirm={() => restore.mutate()} />;
}

interface AskProps {
  source: RestoreSource;
  error: Error | null;
  onCancel(): void;
  onConfirm(): void;
}

function Ask({ source, error, onCancel, onConfirm }: AskProps) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const word = t('restore.word');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text fw={600}>
          {source.kind === 'listed' ? (
            <>
              {t('restore.of')} <Time at={source.backup.createdAt} style="full" />
            </>
          ) : (
            `${source.file.name} (${formats.bytes(source.file.size)})`
          )}
        </Text>
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('restore.whatHappens')}>
          <List size="sm" spacing={4}>
            <List.Item>{t('restore.replaces')}</List.Item>
            <List.Item>{t('restore.pauses')}</List.Item>
            <List.Item>{t('restore.signsOut')}</List.Item>
            <List.Item>{t('restore.keeps')}</List.Item>
          </List>
        </Alert>
        <TextInput
          label={t('restore.type', { word })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={typed.trim().toUpperCase() !== word}>
            {t('restore.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function UnderWay({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('settings');
  const text = t(isVerified ? 'restore.restarting' : 'restore.verifying');
  return (
    <Stack role="status">
      <Text fw={600}>{text}</Text>
      <Progress value={100} animated size="lg" aria-label={text} />
      <Text size="sm" c="dimmed">
        {t('restore.wait')}
      </Text>
    </Stack>
  );
}

/** Reloads the page, because its state belongs to the shop before the restore. */
function Back() {
  const { t } = useTranslation('settings');
  return (
    <Stack role="status">
      <Text fw={600}>{t('restore.done')}</Text>
      <Text size="sm">{t('restore.doneHelp')}</Text>
      <Group justify="flex-end">
        <Button onClick={() => window.location.assign('/')} data-autofocus>
          {t('restore.goOn')}
        </Button>
      </Group>
    </Stack>
  );
}
