import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Leads to a guide of the API reference, which opens beside the console. */
export const GuideLink = ({ guide, children }: { guide: 'authentication' | 'webhooks'; children: ReactNode }) => (
  <Text size="sm" mt="md">
    <Anchor href={`/docs/guides/${guide}`} target="_blank">
      {children}
    </Anchor>
  </Text>
);
