import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';

interface LineButtonsProps {
  /** Name of the entry, for screen readers. */
  name: string;
  onEdit: (() => void) | undefined;
  deleteQuestion: string;
  onDelete(): void;
  isDeleting: boolean;
}

export function LineButtons({ name, onEdit, deleteQuestion, onDelete, isDeleting }: LineButtonsProps) {
  const { t } = useTranslation('agents');
  return (
    <>
      <Button
        className="fd-line-button"
        size="compact-sm"
        variant="subtle"
        onClick={onEdit}
        disabled={!onEdit}
        aria-label={`${t('list.edit')}: ${name}`}
      >
        {t('list.edit')}
      </Button>
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        color="red"
        question={deleteQuestion}
        onConfirm={onDelete}
        loading={isDeleting}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
    </>
  );
}

interface MoveButtonsProps {
  name: string;
  index: number;
  count: number;
  onMove(to: number): void;
}

/** Moves an entry up or down. The pressed button keeps the focus, and the new position is announced. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const { t } = useTranslation('agents');
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<'up' | 'down' | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const move = (by: 'up' | 'down') => {
    const to = by === 'up' ? index - 1 : index + 1;
    pressed.current = by;
    setMovedTo(to);
    onMove(to);
  };
  // Browsers drop the focus of an element that moves in the document.
  useEffect(() => {
    if (pressed.current === null) return;
    const [same, other] = pressed.current === 'up' ? [up, down] : [down, up];
    (same.current?.disabled ? other : same).current?.focus();
    pressed.current = null;
  }, [index]);
  return (
    <>
      <ActionIcon
        ref={up}
        className="fd-line-button"
        variant="subtle"
        color="gray"
        aria-label={`${t('list.up')}: ${name}`}
        disabled={index === 0}
        onClick={() => move('up')}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        className="fd-line-button"
        variant="subtle"
        color="gray"
        aria-label={`${t('list.down')}: ${name}`}
        disabled={index === count - 1}
        onClick={() => move('down')}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <VisuallyHidden role="status">
        {movedTo === index ? t('list.moved', { place: index + 1, count }) : ''}
      </VisuallyHidden>
    </>
  );
}
