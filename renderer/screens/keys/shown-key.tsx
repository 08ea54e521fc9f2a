import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/values/copy-field.tsx';
import { SecretModal } from '../../components/values/secret-modal.tsx';
import type { NewKey } from './queries.ts';
import { exampleCall } from './scopes.ts';

/** Modal with a new key. */
export function ShownKey({ shown, onClose }: { shown: NewKey | null; onClose(): void }) {
  const { t } = useTranslation('keys');
  return (
    <SecretModal title={t('shown.title')} warning={t('shown.once')} done={t('shown.done')} onClose={onClose}>
      {shown && (
        <>
          <CopyField label={t('shown.label')} value={shown.key} />
          <Text size="sm">{t('shown.try')}</Text>
          <CopyField label={t('shown.curl')} value={exampleCall(window.location.origin, shown.key, shown.scopes)} />
        </>
      )}
    </SecretModal>
  );
}
