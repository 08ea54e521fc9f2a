import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface SecretModalProps {
  title: string;
  warning: string;
  done: string;
  onClose(): void;
  /** Null closes the modal. */
  children: ReactNode;
}

/** Modal for a secret that is shown only once; only its button closes it. */
export function SecretModal({ title, warning, done, onClose, children }: SecretModalProps) {
  return (
    <Modal
      opened={children !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange" icon={<IconKey aria-hidden />}>
          {warning}
        </Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
