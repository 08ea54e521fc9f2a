import { Alert } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface TestResultProps {
  result: { ok: boolean; latencyMs: number; error: string | null };
}

/** Result of a model test. */
export function TestResult({ result: { ok, latencyMs, error } }: TestResultProps) {
  const { t } = useTranslation('settings');
  return (
    <Alert
      role="status"
      color={ok ? 'green' : 'red'}
      icon={ok ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
      title={ok ? t('model.works', { ms: latencyMs }) : t('model.fails')}
    >
      {error}
    </Alert>
  );
}
