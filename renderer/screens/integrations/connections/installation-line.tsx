import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyDone, notifyFailure, notifyTrouble } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { ConnectorIcon } from '../connector-icon.tsx';
import { fieldsOf } from '../fields/form-values.ts';
import type { Connector, Installation } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';

const colors: Record<Installation['state'], string> = {
  CONNECTED: 'green',
  ERROR: 'red',
  EXPIRED: 'orange',
  DISCONNECTED: 'gray',
};

interface InstallationLineProps {
  connector: Connector;
  installation: Installation;
  onReconnect(): void;
}

/** One connection with its state. */
export function InstallationLine(props: InstallationLineProps) {
  const { connector, installation } = props;
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const { account, state, error, checkedAt, latencyMs, disconnectedAt } = installation;
  return (
    <Group component="li" className="fd-line" wrap="nowrap" align="flex-start" gap="sm" py="sm">
      <ConnectorIcon connector={connector.key} />
      <Stack gap={6} style={{ minWidth: 0, flex: 1 }}>
        <Group justify="space-between" align="flex-start" gap={6}>
          <div style={{ minWidth: 0, flex: '1 1 220px' }}>
            <Text fw={600}>{words.name(connector)}</Text>
            {account !== null && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {account}
              </Text>
            )}
          </div>
          <Badge color={colors[state]} variant="light" tt="none" radius="sm">
            {t(`states.${state}`)}
          </Badge>
        </Group>
        {error !== null && (
          <div>
            <Text size="sm">{words.error(error.code)}</Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <ServerText text={error.message} />
            </Text>
          </div>
        )}
        {disconnectedAt !== null && (
          <Text size="xs" c="dimmed">
            {`${t('present.endedAt')} `}
            <Time at={disconnectedAt} />
          </Text>
        )}
        {disconnectedAt === null && checkedAt !== null && (
          <Text size="xs" c="dimmed">
            {`${t('present.checkedAt')} `}
            <Time at={checkedAt} />
            {latencyMs !== null && ` · ${t('present.latency', { ms: latencyMs })}`}
          </Text>
        )}
        <Actions {...props} />
      </Stack>
    </Group>
  );
}

const reconnectWord = (connector: Connector, state: Installation['state']): string => {
  if (state === 'DISCONNECTED') return 'present.connectAgain';
  // A feed has no credentials to renew, but its address may have leaked.
  if (connector.key === 'ical_feed') return 'present.newAddress';
  return connector.usesOAuth ? 'present.authorize' : 'present.reconnect';
};

function Actions({ connector, installation: { id, state }, onReconnect }: InstallationLineProps) {
  const { t } = useTranslation('integrations');
  const check = useCheck(id);
  const client = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call('disconnectIntegration', { path: { installationId: id } }),
    onSuccess: () => invalidate(client, reads.integrations),
    onError: notifyFailure,
  });
  const quiet = { size: 'compact-sm', variant: 'default' } as const;
  const needsOwner = state === 'EXPIRED' || state === 'ERROR';
  const reconnect = (
    <Button {...quiet} {...(needsOwner ? { variant: 'filled' } : {})} onClick={onReconnect}>
      {t(reconnectWord(connector, state))}
    </Button>
  );
  if (state === 'DISCONNECTED') return <Group gap={6}>{reconnect}</Group>;
  return (
    <Group gap={6}>
      {connector.actions.length > 0 && (
        <Button {...quiet} component={Link} href={`/integrations/rules?new=${id}`}>
          {t('present.addRule')}
        </Button>
      )}
      <Button {...quiet} onClick={() => check.mutate()} loading={check.isPending}>
        {t('present.check')}
      </Button>
      {fieldsOf(connector.credentialsSchema).length > 0 && reconnect}
      <ConfirmButton
        size="compact-sm"
        variant="light"
        color="red"
        question={t(connector.key === 'ical_feed' ? 'present.endFeedQuestion' : 'present.disconnectQuestion')}
        onConfirm={() => disconnect.mutate()}
        loading={disconnect.isPending}
      >
        {t('present.disconnect')}
      </ConfirmButton>
    </Group>
  );
}

/** Tests the connection and reports the result. */
function useCheck(id: string) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('checkIntegration', { path: { installationId: id } }),
    onError: notifyFailure,
    onSuccess: ({ ok, latencyMs, error }) => {
      if (ok) notifyDone(t('present.checkGood', { ms: latencyMs ?? 0 }));
      else notifyTrouble(t('present.checkBad', { error: words.error(error?.code ?? '') }));
      return invalidate(client, ['listIntegrations']);
    },
  });
}
