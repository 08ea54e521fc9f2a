import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DetailDrawerProps {
  /** Of what is shown; null closes it. */
  id: string | null;
  title: string;
  onClose(): void;
  children(id: string): ReactNode;
}

/** All about one entry of a list, beside the list. */
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
