import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Agent } from './queries.ts';

const colors: Record<Agent['status'], string> = {
  DRAFT: 'gray',
  PUBLISHED: 'green',
  UNPUBLISHED: 'orange',
  ARCHIVED: 'gray',
};

export function AgentStatus({ status }: { status: Agent['status'] }) {
  const { t } = useTranslation('agents');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm">
      {t(`status.${status}`)}
    </Badge>
  );
}
