import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf, restOf, useAct } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { type MachineView, machineQuery } from '../queries.ts';

/** Machines on which a copy of the data folder sends without asking. */
export function SparesCard() {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('spares.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('spares.help')}
        </Text>
        <Loaded query={machineQuery}>
          {({ id, name, spares }) => (
            <>
              <Text size="sm">
                {id === null ? t('spares.noId', { name }) : t('spares.this', { name })}{' '}
                {id !== null && <Code>{id}</Code>}
              </Text>
              <Entries spares={spares} />
            </>
          )}
        </Loaded>
        <Add />
      </Stack>
    </Card>
  );
}

function Entries({ spares }: Pick<MachineView, 'spares'>) {
  const { t } = useTranslation('settings');
  const remove = useAct(machineQuery.queryKey, (id: string) => call('removeSpareMachine', { path: { id } }));
  if (spares.length === 0) return <Text size="sm">{t('spares.none')}</Text>;
  return (
    <ul className="fd-list">
      {spares.map(({ id, name }) => (
        <Group key={id} component="li" className="fd-line" justify="space-between" py={6}>
          <span>
            {name} <Code>{id}</Code>
          </span>
          <ConfirmButton
            size="compact-sm"
            variant="subtle"
            color="red"
            question={t('spares.removeQuestion', { name })}
            onConfirm={() => remove.mutate(id)}
          >
            {t('spares.remove')}
          </ConfirmButton>
        </Group>
      ))}
    </ul>
  );
}

function Add() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => call('addSpareMachine', { body: { id: id.trim(), name: name.trim() } }),
    onSuccess: (machine) => {
      client.setQueryData(machineQuery.queryKey, machine);
      setId('');
      setName('');
    },
  });
  const rest = restOf(add.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('spares.name')}
          maxLength={100}
          style={{ flex: '1 1 160px', maxWidth: 240 }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('spares.id')}
          maxLength={100}
          style={{ flex: '1 1 260px', maxWidth: 320 }}
          value={id}
          error={fieldsOf(add.error).id && t('spares.wrong')}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={add.isPending} disabled={id.trim() === '' || name.trim() === ''}>
          {t('spares.add')}
        </Button>
      </Group>
      {rest && <Failure error={rest} />}
    </form>
  );
}
