import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NewKey } from '../../../server/areas/owner/keys.schemas.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { exampleCall } from './scopes.ts';

/** A key that has just been made: it is told this once, so that nothing but the button closes it. */
export function ShownKey({ shown, onClose }: { shown: NewKey | null; onClose(): void }) {
  const { t } = useTranslation('keys');
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title={t('shown.title')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {shown && (
        <Stack>
          <Alert color="orange" icon={<IconKey aria-hidden />}>
            {t('shown.once')}
          </Alert>
          <CopyField label={t('shown.label')} value={shown.key} />
          <Text size="sm">{t('shown.try')}</Text>
          <CopyField label={t('shown.curl')} value={exampleCall(window.location.origin, shown.key, shown.scopes)} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('shown.done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
