import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export { Empty } from '../feedback/empty.tsx';

interface PageProps {
  title: string;
  intro?: string;
  /** The list to which this belongs. */
  back?: { href: string; label: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with a heading and a column of sections. */
export function Page({ title, intro, back, actions, children }: PageProps) {
  return (
    <div className="fd-page">
      {back && (
        <Anchor component={Link} href={back.href} className="fd-back">
          <IconArrowLeft size={16} aria-hidden />
          {back.label}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" mb="lg">
        {/* A long introduction wraps instead of moving the buttons to the next line. */}
        <div style={{ flex: '1 1 300px' }}>
          <Title order={1}>{title}</Title>
          {intro && (
            <Text c="dimmed" maw={720} mt={4}>
              {intro}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <Stack gap="lg">{children}</Stack>
    </div>
  );
}

interface SectionProps {
  title?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a screen without a box: a list or a table. */
export const Section = (props: SectionProps) => (
  <section aria-label={props.title}>
    <Titled {...props} />
  </section>
);

/** A part of a screen that is read, saved or acted on as a whole, such as a form. */
export const Card = (props: SectionProps) => (
  <section className="fd-card" aria-label={props.title}>
    <Titled {...props} />
  </section>
);

const Titled = ({ title, actions, children }: SectionProps) => (
  <>
    {title && (
      <Group justify="space-between" align="flex-start" mb="sm">
        {/* A long title wraps; only wide actions go to the next line. */}
        <Title order={2} size="h3" style={{ flex: '1 1 160px' }}>
          {title}
        </Title>
        {actions}
      </Group>
    )}
    {children}
  </>
);
