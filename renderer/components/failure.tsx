import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** What went wrong, in the server's words, with a way to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('common.failed')} m="md" role="alert">
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
