import { Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelSectionProps {
  title: string;
  /** The button that makes another one. */
  add: { text: string; icon: ReactNode; onClick(): void };
  children: ReactNode;
}

/** What the panel shows of one kind, such as the orders of a person. */
export const PanelSection = ({ title, add, children }: PanelSectionProps) => (
  <section aria-label={title}>
    <Group justify="space-between" mb={4}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <Button size="compact-xs" variant="light" leftSection={add.icon} onClick={add.onClick}>
        {add.text}
      </Button>
    </Group>
    {children}
  </section>
);
