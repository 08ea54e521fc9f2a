import { Alert, Text } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/values/copy-field.tsx';
import { SecretModal } from '../../../components/values/secret-modal.tsx';
import { feedReach } from './feed-reach.ts';

/** Private address of a calendar feed; null closes the modal. */
export function ShownFeed({ url, onClose }: { url: string | null; onClose(): void }) {
  const { t } = useTranslation('integrations');
  return (
    <SecretModal title={t('feed.title')} warning={t('feed.once')} done={t('feed.done')} onClose={onClose}>
      {url && <Address url={url} />}
    </SecretModal>
  );
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation('integrations');
  const reach = feedReach(url);
  return (
    <>
      <CopyField label={t('feed.label')} value={url} />
      {reach && (
        <Alert color="yellow" icon={<IconDeviceMobileOff aria-hidden />}>
          {t(`feed.${reach}`)}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('feed.how')}
      </Text>
    </>
  );
}
