import { Badge, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { Time } from '../../components/values/time.tsx';
import { isGood, type KeyState, stateOf } from './key-state.ts';
import type { Key, NewKey } from './queries.ts';
import { actionOf, groupScopes } from './scopes.ts';

interface KeyLineProps {
  apiKey: Key;
  onRotated(fresh: NewKey): void;
  onRevoked(): void;
}

const colors: Record<KeyState, string> = { active: 'green', ending: 'orange', expired: 'gray', revoked: 'gray' };

/** One key with its scopes and last use. */
export function KeyLine(line: KeyLineProps) {
  const { t } = useTranslation('keys');
  const { name, last4, scopes, lastUsedAt, expiresAt } = line.apiKey;
  const state = stateOf(line.apiKey);
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="sm">
      <Stack gap={2} style={{ minWidth: 0, flex: '1 1 280px' }}>
        <Group gap="xs">
          <span className="fd-line-name">{name}</span>
          <Text size="sm" c="dimmed" ff="monospace">{`…${last4}`}</Text>
          <Badge color={colors[state]} variant="light" tt="none" radius="sm">
            {t(`state.${state}`)}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {`${t('table.scopes')}: `}
          <Scopes scopes={scopes} />
        </Text>
        <Text size="xs" c="dimmed">
          {`${t('table.lastUsed')}: `}
          {lastUsedAt === null ? t('notUsed') : <Time at={lastUsedAt} />}
          {` · ${t('table.expires')}: `}
          {expiresAt === null ? t('never') : <Time at={expiresAt} />}
        </Text>
      </Stack>
      {isGood(line.apiKey) && <Actions {...line} />}
    </Group>
  );
}

function Actions({ apiKey: { id, name }, onRotated, onRevoked }: KeyLineProps) {
  const { t } = useTranslation('keys');
  const path = { id };
  const rotate = useMutation({
    mutationFn: () => call('rotateKey', { path }),
    onSuccess: onRotated,
    onError: notifyFailure,
  });
  const revoke = useMutation({
    mutationFn: () => call('revokeKey', { path }),
    onSuccess: onRevoked,
    onError: notifyFailure,
  });
  return (
    <Group gap="xs">
      <ConfirmButton
        size="xs"
        variant="default"
        question={t('rotateQuestion', { name })}
        onConfirm={() => rotate.mutate()}
        loading={rotate.isPending}
        color="brand"
      >
        {t('rotate')}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        variant="light"
        color="red"
        question={t('revokeQuestion', { name })}
        onConfirm={() => revoke.mutate()}
        loading={revoke.isPending}
      >
        {t('revoke')}
      </ConfirmButton>
    </Group>
  );
}

/** `Orders (read, change), Contacts (read)`; unknown scopes are shown as they are. */
function Scopes({ scopes }: { scopes: string[] }) {
  const { t, i18n } = useTranslation('keys');
  if (scopes.includes('all')) return t('all');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`keys:${key}`) ? t(key) : otherwise);
  const areas = groupScopes(scopes).map(({ area, read, write, more }) => {
    const granted = [read, write, ...more].filter((scope) => scope !== null);
    const actions = granted.map((scope) => wordOf(`actions.${actionOf(scope)}`, scope));
    return `${wordOf(`areas.${area}`, area)} (${actions.join(', ')})`;
  });
  return areas.join(', ');
}
