import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectorsQuery, findInstallation } from '../queries.ts';

interface ConsentProps {
  installationId: string;
  authorizationUrl: string;
  /** Returns to the credentials to request a new link. */
  onAgain(): void;
  onDone(): void;
}

/** Opens the vendor's consent page and polls until consent is given. */
export function Consent({ installationId, authorizationUrl, onAgain, onDone }: ConsentProps) {
  const { t } = useTranslation('integrations');
  const connectors = useQuery(connectorsQuery);
  const installation = findInstallation(connectors.data?.data ?? [], installationId)?.installation;
  if (installation?.state === 'CONNECTED') {
    return (
      <Stack>
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={t('consent.done')} role="status">
          {installation.account}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('shell:common.close')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">{t('consent.how')}</Text>
      <Group>
        <Button
          component="a"
          href={authorizationUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={17} aria-hidden />}
        >
          {t('consent.open')}
        </Button>
      </Group>
      <Group gap="sm" role="status" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm" c="dimmed">
          {t('consent.waiting')}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('consent.here')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {t('consent.again')}
        </Button>
      </Group>
    </Stack>
  );
}
