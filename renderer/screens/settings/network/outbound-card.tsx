import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf, restOf, useAct } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { type Settings, settingsQuery } from '../queries.ts';

/** Non-public addresses that webhooks, flows and models may call. */
export function OutboundCard() {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('outbound.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('outbound.help')}
        </Text>
        <Loaded query={settingsQuery}>{({ outbound }) => <Entries outbound={outbound} />}</Loaded>
        <Add />
      </Stack>
    </Card>
  );
}

function Entries({ outbound: { allowed, fromEnvironment } }: Pick<Settings, 'outbound'>) {
  const { t } = useTranslation('settings');
  const remove = useAct(settingsQuery.queryKey, (entry: string) => call('disallowOutbound', { path: { entry } }));
  if (allowed.length + fromEnvironment.length === 0) return <Text size="sm">{t('outbound.none')}</Text>;
  return (
    <ul className="fd-list">
      {allowed.map((entry) => (
        <Group key={entry} component="li" className="fd-line" justify="space-between" py={6}>
          <span>
            <Code>{entry}</Code>{' '}
            {entry === '*' && (
              <Text span size="sm">
                {t('outbound.any')}
              </Text>
            )}
          </span>
          <ConfirmButton
            size="compact-sm"
            variant="subtle"
            color="red"
            question={t('outbound.removeQuestion', { entry })}
            onConfirm={() => remove.mutate(entry)}
          >
            {t('outbound.remove')}
          </ConfirmButton>
        </Group>
      ))}
      {fromEnvironment.map((entry) => (
        <Group key={`environment ${entry}`} component="li" className="fd-line" justify="space-between" py={6}>
          <Code>{entry}</Code>
          <Text size="xs" c="dimmed">
            {t('outbound.fromEnvironment')}
          </Text>
        </Group>
      ))}
    </ul>
  );
}

function Add() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [entry, setEntry] = useState('');
  const add = useMutation({
    mutationFn: () => call('allowOutbound', { body: { entry: entry.trim() } }),
    onSuccess: () => {
      setEntry('');
      return invalidate(client, ['getSettings']);
    },
  });
  const rest = restOf(add.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput
          label={t('outbound.entry')}
          description={t('outbound.entryHelp')}
          placeholder="192.168.0.20:8080"
          maxLength={300}
          style={{ flex: '1 1 240px', maxWidth: 420 }}
          inputContainer={(input) => (
            <Group gap="xs" wrap="nowrap">
              <div style={{ flex: 1 }}>{input}</div>
              <Button type="submit" variant="light" loading={add.isPending} disabled={entry.trim() === ''}>
                {t('outbound.allow')}
              </Button>
            </Group>
          )}
          value={entry}
          error={fieldsOf(add.error).entry && t('outbound.wrong')}
          onChange={(event) => setEntry(event.currentTarget.value)}
        />
      </Group>
      {rest && <Failure error={rest} />}
    </form>
  );
}
