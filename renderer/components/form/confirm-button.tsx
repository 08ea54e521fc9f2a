import { ActionIcon, Button, type ButtonProps, Group, Popover, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  /** Describes the effect in one sentence. */
  question: string;
  /** Shown in place of the words, which then become the name of the button. */
  icon?: ReactNode;
  onConfirm: () => void;
}

/** Button for an action that cannot be undone; asks for confirmation in a popover. */
export function ConfirmButton({ children, question, icon, onConfirm, ...button }: ConfirmButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const confirm = () => {
    setIsOpen(false);
    onConfirm();
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        {icon === undefined ? (
          <Button {...button} onClick={() => setIsOpen(true)}>
            {children}
          </Button>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={String(children)}
            title={String(children)}
            onClick={() => setIsOpen(true)}
          >
            {icon}
          </ActionIcon>
        )}
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
