import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';
import { ToldOnce } from '../../components/told-once.tsx';

/** The private address of a calendar; null closes it. */
export function ShownFeed({ url, onClose }: { url: string | null; onClose(): void }) {
  const { t } = useTranslation('integrations');
  return (
    <ToldOnce title={t('feed.title')} warning={t('feed.once')} done={t('feed.done')} onClose={onClose}>
      {url && (
        <>
          <CopyField label={t('feed.label')} value={url} />
          <Text size="sm" c="dimmed">
            {t('feed.how')}
          </Text>
        </>
      )}
    </ToldOnce>
  );
}
