import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/page/page.tsx';
import { useConsole } from '../../session.ts';
import { desktop } from './desktop.ts';

/** Current version. The desktop program downloads updates and announces them. */
export function UpdatesSection() {
  const { t } = useTranslation('settings');
  const { version } = useConsole();
  return (
    <Card title={t('updates.title')}>
      <Stack gap="sm">
        <Text fw={600}>{t('updates.version', { version })}</Text>
        <Text size="sm">{t(desktop() ? 'updates.desktop' : 'updates.browser')}</Text>
        <Text size="sm" c="dimmed">
          {t('updates.safe')}
        </Text>
        <Text size="sm">
          <Anchor href="/docs" target="_blank">
            {t('updates.docs')}
          </Anchor>
        </Text>
      </Stack>
    </Card>
  );
}
