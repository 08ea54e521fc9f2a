import { Radio, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ChoiceProps {
  value: string;
  label: ReactNode;
  /** What it means to choose this. */
  help?: string;
}

/** One of a few answers inside a `Radio.Group`, as a line that can be clicked everywhere. */
export function Choice({ value, label, help }: ChoiceProps) {
  return (
    <Radio
      className="fd-choice"
      value={value}
      label={
        <Text component="span" size="sm" fw={600}>
          {label}
        </Text>
      }
      description={help}
    />
  );
}
