import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Flow } from './draft/draft.ts';

const colors: Record<Flow['status'], string> = {
  DRAFT: 'gray',
  ACTIVE: 'green',
  ATTENTION: 'orange',
  ARCHIVED: 'gray',
};

export function FlowStatus({ status }: { status: Flow['status'] }) {
  const { t } = useTranslation('flows');
  return (
    <Badge color={colors[status]} variant="light" tt="none" radius="sm" style={{ flex: 'none' }}>
      {t(`status.${status}`)}
    </Badge>
  );
}
