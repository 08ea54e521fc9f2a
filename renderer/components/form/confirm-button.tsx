import { Button, type ButtonProps, Group, Popover, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  /** Describes the effect in one sentence. */
  question: string;
  onConfirm: () => void;
}

/** Button for an irreversible action; asks for confirmation in a popover. */
export function ConfirmButton({ children, question, onConfirm, ...button }: ConfirmButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const confirm = () => {
    setIsOpen(false);
    onConfirm();
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        <Button {...button} onClick={() => setIsOpen(true)}>
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw={340}>
        <Stack gap="sm">
          <Text size="sm">{question}</Text>
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={() => setIsOpen(false)}>
              {t('common.cancel')}
            </Button>
            <Button size="xs" color={button.color ?? 'red'} onClick={confirm}>
              {children}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
