import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DetailDrawerProps {
  /** Id of the entry; null closes the drawer. */
  id: string | null;
  title: string;
  onClose(): void;
  children(id: string): ReactNode;
}

/** Drawer with the details of one list entry. */
export function DetailDrawer({ id, title, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {id !== null && children(id)}
    </Drawer>
  );
}
