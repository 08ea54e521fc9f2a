import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logOut } from '../api/login.ts';
import { forgetPageSecret } from '../api/page-secret.ts';
import { forgetBegun } from '../begun.ts';
import { notifyFailure } from '../components/feedback/notify.ts';

interface SignOutProps {
  opened: boolean;
  onClose(): void;
}

/** Asks before it signs out, and says how to come back. */
export function SignOut({ opened, onClose }: SignOutProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      forgetPageSecret();
      forgetBegun();
      return client.resetQueries();
    },
    onError: notifyFailure,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('nav.signOutQuestion')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>{t('nav.signOutHelp')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
            {t('nav.signOut')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
