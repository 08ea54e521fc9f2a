import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useEventWords } from '../../components/events/event-words.ts';
import { kindsQuery } from '../../components/events/kinds-query.ts';
import { notifyDone, notifyFailure, notifyTrouble } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import type { Endpoint, EndpointWithSecret } from './queries.ts';

interface EndpointLineProps {
  endpoint: Endpoint;
  onEdit(): void;
  onSecret(endpoint: EndpointWithSecret): void;
  onChanged(): void;
}

/** One endpoint with its state. */
export function EndpointLine({ endpoint, onEdit, onSecret, onChanged }: EndpointLineProps) {
  const { t } = useTranslation('webhooks');
  const { dateTime } = useFormats();
  const kinds = useQuery(kindsQuery);
  const { id, url, description, active, failingSince, disabledReason, previousSecretExpiresAt, events } = endpoint;
  const isFailing = active && failingSince !== null;
  const look = active ? (isFailing ? 'failing' : 'on') : 'off';
  const color = { on: 'green', failing: 'red', off: 'gray' }[look];
  const isSigningTwice = previousSecretExpiresAt !== null && Date.parse(previousSecretExpiresAt) > Date.now();
  const notes = [
    description,
    isFailing ? t('endpoints.failingSince', { since: dateTime(failingSince) }) : null,
    !active && disabledReason !== null ? t(`endpoints.${disabledReason}`) : null,
    isSigningTwice ? t('endpoints.twoSecrets', { until: dateTime(previousSecretExpiresAt) }) : null,
  ].filter((note) => note !== null && note !== '');
  return (
    <Stack component="li" className="fd-line" gap="xs">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ minWidth: 0, flex: '1 1 300px' }}>
          <Text className="fd-line-name" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <Text size="sm" c="dimmed">
            {events.length === kinds.data?.data.length
              ? t('endpoints.allKinds')
              : t('endpoints.kinds', { count: events.length })}
            {' · '}
            <Anchor component={Link} href={`/webhooks/deliveries?endpointId=${id}`} size="sm" underline="always">
              {t('endpoints.deliveries')}
            </Anchor>
          </Text>
          {notes.map((note) => (
            <Text key={note} size="xs" c="dimmed">
              {note}
            </Text>
          ))}
        </div>
        <Badge color={color} variant="light" tt="none" radius="sm">
          {t(`endpoints.${look}`)}
        </Badge>
      </Group>
      <Actions endpoint={endpoint} onEdit={onEdit} onSecret={onSecret} onChanged={onChanged} />
    </Stack>
  );
}

const quiet = { size: 'compact-sm', variant: 'default' } as const;

function Actions({ endpoint, onEdit, onSecret, onChanged }: EndpointLineProps) {
  const { t } = useTranslation('webhooks');
  const path = { id: endpoint.id };
  const test = useTest(endpoint.id);
  const rotate = useMutation({
    mutationFn: () => call('rotateWebhookSecret', { path }),
    onSuccess: onSecret,
    onError: notifyFailure,
  });
  const remove = useMutation({
    mutationFn: () => call('deleteWebhook', { path }),
    onSuccess: onChanged,
    onError: notifyFailure,
  });
  return (
    <Group gap={6}>
      <Button {...quiet} onClick={() => test.mutate()} loading={test.isPending}>
        {t('endpoints.test')}
      </Button>
      <Button {...quiet} onClick={onEdit}>
        {t('endpoints.edit')}
      </Button>
      <ConfirmButton
        {...quiet}
        color="brand"
        question={t('endpoints.rotateQuestion')}
        onConfirm={() => rotate.mutate()}
        loading={rotate.isPending}
      >
        {t('endpoints.rotate')}
      </ConfirmButton>
      <OnOff endpoint={endpoint} onChanged={onChanged} />
      <ConfirmButton
        size="compact-sm"
        variant="light"
        color="red"
        question={t('endpoints.removeQuestion')}
        onConfirm={() => remove.mutate()}
        loading={remove.isPending}
      >
        {t('endpoints.remove')}
      </ConfirmButton>
    </Group>
  );
}

function OnOff({ endpoint: { id, active }, onChanged }: Pick<EndpointLineProps, 'endpoint' | 'onChanged'>) {
  const { t } = useTranslation('webhooks');
  const turn = useMutation({
    mutationFn: () => call('updateWebhook', { path: { id }, body: { active: !active } }),
    onSuccess: onChanged,
    onError: notifyFailure,
  });
  if (!active) {
    return (
      <Button {...quiet} onClick={() => turn.mutate()} loading={turn.isPending}>
        {t('endpoints.turnOn')}
      </Button>
    );
  }
  return (
    <ConfirmButton
      {...quiet}
      color="red"
      question={t('endpoints.turnOffQuestion')}
      onConfirm={() => turn.mutate()}
      loading={turn.isPending}
    >
      {t('endpoints.turnOff')}
    </ConfirmButton>
  );
}

/** Sends a test event and reports the result. */
function useTest(endpointId: string) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call('testWebhook', { path: { id: endpointId } }),
    onError: notifyFailure,
    onSuccess: ({ id, status, lastStatus, error, attempts }) => {
      const isGood = status === 'DELIVERED';
      const text = isGood
        ? t('endpoints.testGood', { status: lastStatus, ms: attempts.at(-1)?.durationMs ?? 0 })
        : t('endpoints.testBad', { error: words.error(error ?? '', lastStatus) });
      const message = (
        <>
          {`${text} `}
          <Anchor component="button" size="sm" onClick={() => navigate(`/webhooks/deliveries/${id}`)}>
            {t('endpoints.seeTest')}
          </Anchor>
        </>
      );
      if (isGood) notifyDone(message);
      else notifyTrouble(message);
    },
  });
}
