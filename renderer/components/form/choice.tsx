import { Radio, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ChoiceProps {
  value: string;
  label: ReactNode;
  /** Explains the option. */
  help?: string;
}

/** Option of a `Radio.Group`; the whole row is clickable. */
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
