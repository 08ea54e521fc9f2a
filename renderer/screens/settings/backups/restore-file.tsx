import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/page/page.tsx';

/** Restores a backup that is not in the list, for example from another machine. */
export function RestoreFileCard({ onChosen }: { onChosen(file: File): void }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('restore.fileTitle')}>
      <Stack align="flex-start">
        <Text size="sm" c="dimmed">
          {t('restore.fileHelp')}
        </Text>
        <FileButton onChange={(file) => file && onChosen(file)} inputProps={{ 'aria-label': t('restore.chooseFile') }}>
          {(props) => (
            <Button {...props} variant="light" leftSection={<IconUpload size={17} aria-hidden />}>
              {t('restore.chooseFile')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Card>
  );
}
