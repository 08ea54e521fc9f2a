import { Anchor, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { useEventWords } from '../../../components/events/event-words.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { ConnectorIcon } from '../connector-icon.tsx';
import { type Binding, bindingsQuery, type Connector, findInstallation } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { shownTargetFields } from './target-fields.ts';

interface BindingLineProps {
  binding: Binding;
  connectors: Connector[];
  onEdit(): void;
}

/** One rule: event, action and target. */
export function BindingLine({ binding, connectors, onEdit }: BindingLineProps) {
  const { t } = useTranslation('integrations');
  const events = useEventWords();
  const where = useWhere(binding, connectors);
  const { eventName, active } = binding;
  const note = noteOf(binding, where.isBroken, t);
  return (
    <Group component="li" className="fd-line" wrap="nowrap" align="flex-start" gap="sm">
      <ConnectorIcon connector={where.connector} />
      <Stack gap={6} style={{ minWidth: 0, flex: 1 }}>
        <div style={{ minWidth: 0 }}>
          <Text className="fd-line-name">{events.kind(eventName)}</Text>
          <Text size="sm">{where.action}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {where.place}
          </Text>
          {note !== null && (
            <Badge color={active ? 'orange' : 'gray'} variant="light" tt="none" radius="sm" mt={6} h="auto" py={2}>
              <span style={{ whiteSpace: 'normal' }}>{note}</span>
            </Badge>
          )}
        </div>
        <Actions binding={binding} onEdit={onEdit} />
      </Stack>
      <Turn binding={binding} name={`${events.kind(eventName)}: ${where.action}`} />
    </Group>
  );
}

/** Why the rule does not run. */
function noteOf({ active, disabledReason, failureCount }: Binding, isBroken: boolean, t: TFunction): string | null {
  if (!active) return disabledReason && t(`rules.${disabledReason}`);
  if (isBroken) return t('rules.broken');
  return failureCount > 0 ? t('rules.failures', { count: failureCount }) : null;
}

/** Describes the action and target of the rule. */
function useWhere({ installationId, action: key, config }: Binding, connectors: Connector[]) {
  const words = useConnectorWords();
  const found = findInstallation(connectors, installationId);
  if (!found) return { connector: '', action: key, place: '', isBroken: false };
  const { connector, installation } = found;
  const action = connector.actions.find((one) => one.key === key) ?? { key, name: key };
  const targets = shownTargetFields(connector.key).flatMap((field) => config[field] ?? []);
  const place = [words.name(connector), installation.account, ...targets].filter((part) => part !== null).join(' · ');
  const isBroken = installation.state !== 'CONNECTED';
  return { connector: connector.key, action: words.action(connector.key, action), place, isBroken };
}

/** Activates or deactivates the rule with an optimistic switch. */
function Turn({ binding: { id, active }, name }: { binding: Binding; name: string }) {
  const client = useQueryClient();
  const { queryKey } = bindingsQuery;
  const turn = useMutation({
    mutationFn: (on: boolean) => call('updateIntegrationBinding', { path: { bindingId: id }, body: { active: on } }),
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (known) => known && { data: known.data.map((one) => (one.id === id ? { ...one, active: on } : one)) },
      );
    },
    onError: notifyFailure,
    onSettled: () => invalidate(client, reads.integrations),
  });
  return (
    <Switch
      aria-label={name}
      checked={active}
      disabled={turn.isPending}
      onChange={(event) => turn.mutate(event.currentTarget.checked)}
    />
  );
}

function Actions({ binding: { id }, onEdit }: { binding: Binding; onEdit(): void }) {
  const { t } = useTranslation('integrations');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('deleteIntegrationBinding', { path: { bindingId: id } }),
    onSuccess: () => invalidate(client, reads.integrations),
    onError: notifyFailure,
  });
  return (
    <Group gap={6}>
      <Button size="compact-sm" variant="default" onClick={onEdit}>
        {t('rules.change')}
      </Button>
      <ConfirmButton
        size="compact-sm"
        variant="light"
        color="red"
        question={t('rules.removeQuestion')}
        onConfirm={() => remove.mutate()}
        loading={remove.isPending}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
      <Anchor component={Link} href={`/integrations/jobs?bindingId=${id}`} size="sm" underline="always">
        {t('rules.jobs')}
      </Anchor>
    </Group>
  );
}
