import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Drawing, type Subject } from './drawing.tsx';

interface EmptyProps {
  /** What will stand here, in one sentence. */
  text: string;
  drawing?: Subject;
  /** Button that makes it happen; the screen's own is left out beside it. */
  action?: ReactNode;
}

/** Stands where a list is empty: a drawing, one sentence, one button. */
export function Empty({ text, drawing, action }: EmptyProps) {
  return (
    <div className="fd-empty">
      {drawing && <Drawing of={drawing} />}
      <Text c="dimmed" maw={420}>
        {text}
      </Text>
      {action}
    </div>
  );
}
