import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/feedback/failure.tsx';

/** Tells a reason that prevents the start in the console's language. */
export function useRefusalWords() {
  const { t, i18n } = useTranslation('campaigns');
  return ({ code, message }: { code: string; message: string }): string => {
    const name = /\{\{[^{}]{1,60}\}\}/.exec(message)?.[0];
    return i18n.exists(`campaigns:refused.${code}`) ? t(`refused.${code}`, { name }) : message;
  };
}

/** All reasons that prevent the start, at once. */
export function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation('campaigns');
  const tell = useRefusalWords();
  const faults = error instanceof ApiError && error.code === 'campaign_not_startable' ? error.faults : [];
  if (faults.length === 0) return <Failure error={error} />;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('control.notStarted')}>
      <List size="sm">
        {[...new Set(faults.map(tell))].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
