import { Button, Center, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

/** In place of a page that an attendant opened by its address. */
export function OwnersOnly() {
  const { t } = useTranslation();
  return (
    <Center h="60vh" p="md">
      <Stack align="center">
        <Title order={1} size="h4" fw={500} ta="center">
          {t('common.ownersOnly')}
        </Title>
        <Button component={Link} href="/" variant="light">
          {t('common.home')}
        </Button>
      </Stack>
    </Center>
  );
}
