import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  intro?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with a heading and a column of cards. */
export function Page({ title, intro, actions, children }: PageProps) {
  return (
    <Box p={{ base: 'sm', sm: 'lg' }} maw={1180} mx="auto">
      <Group justify="space-between" align="flex-start" mb="md">
        {/* A long introduction wraps instead of moving the buttons to the next line. */}
        <div style={{ flex: '1 1 300px' }}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" size="sm" mt={2}>
              {intro}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <Stack gap="md">{children}</Stack>
    </Box>
  );
}

/** A titled section of a screen. */
export function Card({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="fd-card" aria-label={title}>
      {title && (
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {title}
          </Title>
          {actions}
        </Group>
      )}
      {children}
    </section>
  );
}

/** Placeholder of an empty list, with an optional action. */
export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Text c="dimmed" ta="center">
        {text}
      </Text>
      {action}
    </Stack>
  );
}
