import { Alert, Button, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { restOf } from '../../../components/form/use-save.ts';
import { hostPortOf } from '../../../components/outbound/host-port.ts';

interface SaveFailureProps {
  error: Error | null;
  url: string;
  onAllowed(): void;
}

/** Error of a save; if the address is not public, the owner can allow it here. */
export function SaveFailure({ error, url, onAllowed }: SaveFailureProps) {
  const rest = restOf(error);
  if (error instanceof ApiError && error.code === 'outbound_not_allowed') {
    return <RefusedAddress error={error} url={url} onAllowed={onAllowed} />;
  }
  return rest && <Failure error={rest} />;
}

function RefusedAddress({ url, onAllowed }: SaveFailureProps) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const hostPort = hostPortOf(url);
  const allow = useMutation({
    mutationFn: () => call('allowOutbound', { body: { entry: hostPort } }),
    onSuccess: () => {
      invalidate(client, ['getSettings']);
      onAllowed();
    },
  });
  return (
    <Alert color="orange" icon={<IconShieldLock aria-hidden />} title={t('outbound.refused')}>
      <Text size="sm">{t('outbound.refusedHelp', { hostPort })}</Text>
      {allow.error && <Failure error={allow.error} />}
      <Group mt="sm">
        <Button size="xs" onClick={() => allow.mutate()} loading={allow.isPending}>
          {t('outbound.allowAndSave', { hostPort })}
        </Button>
      </Group>
    </Alert>
  );
}
