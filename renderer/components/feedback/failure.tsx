import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Shows an error's message with a retry button. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('common.failed')}
      m="md"
      // In a grid it would fill the whole cell.
      h="fit-content"
      role="alert"
    >
      {error.message}
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="light" color="red" onClick={() => onRetry()}>
            {t('common.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
