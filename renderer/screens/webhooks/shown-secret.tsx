import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/values/copy-field.tsx';
import { SecretModal } from '../../components/values/secret-modal.tsx';
import type { EndpointWithSecret } from './queries.ts';

/** Modal with the secret of an endpoint that is new or was given a new secret. */
export function ShownSecret({ shown, onClose }: { shown: EndpointWithSecret | null; onClose(): void }) {
  const { t } = useTranslation('webhooks');
  return (
    <SecretModal title={t('secret.title')} warning={t('secret.once')} done={t('secret.done')} onClose={onClose}>
      {shown && (
        <>
          <CopyField label={t('secret.label')} value={shown.secret} />
          <Text size="sm" c="dimmed">
            {t('secret.how')}
          </Text>
        </>
      )}
    </SecretModal>
  );
}
