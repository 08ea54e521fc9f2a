import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../components/feedback/notify.ts';
import { useUnsent } from '../kept/outgoing.ts';
import { signOut } from '../session.ts';

interface SignOutProps {
  opened: boolean;
  onClose(): void;
}

/** Asks before it signs out, and says how to come back. */
export function SignOut({ opened, onClose }: SignOutProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { length: count } = useUnsent();
  const leave = useMutation({ mutationFn: () => signOut(client), onError: notifyFailure });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('nav.signOutQuestion')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {count > 0 && <Text c="var(--mantine-color-error)">{t('nav.signOutUnsent', { count })}</Text>}
        <Text>{t('nav.signOutHelp')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => leave.mutate()} loading={leave.isPending}>
            {t('nav.signOut')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
