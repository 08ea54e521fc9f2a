import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import type { EndpointWithSecret } from './queries.ts';

/** The secret of an endpoint, which is told this once: nothing but the button closes it. */
export function ShownSecret({ shown, onClose }: { shown: EndpointWithSecret | null; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title={t('secret.title')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {shown && (
        <Stack>
          <Alert color="orange" icon={<IconKey aria-hidden />}>
            {t('secret.once')}
          </Alert>
          <CopyField label={t('secret.label')} value={shown.secret} />
          <Text size="sm" c="dimmed">
            {t('secret.how')}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('secret.done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
