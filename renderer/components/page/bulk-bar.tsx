import { CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHotkeys } from '../hotkeys/use-hotkeys.ts';

interface BulkBarProps {
  label: string;
  /** How many are picked, in words. */
  told: string;
  clearLabel: string;
  onClear(): void;
  /** Buttons for what can be done with all of them. */
  children: ReactNode;
}

/** At the foot of a list while entries are picked; Escape picks none. */
export function BulkBar({ label, told, clearLabel, onClear, children }: BulkBarProps) {
  useHotkeys([['escape', onClear]]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame and a legend
    <div className="fd-bulk" role="group" aria-label={label}>
      <Text fw={600} size="sm" className="fd-figures" aria-live="polite">
        {told}
      </Text>
      {children}
      <CloseButton aria-label={clearLabel} onClick={onClear} />
    </div>
  );
}
