import { Button, Group, Modal, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/refusals.ts';
import { Choice } from '../../components/choice.tsx';
import { Failure } from '../../components/failure.tsx';
import { type NewKey, scopesQuery } from './queries.ts';
import { ScopeTable } from './scope-table.tsx';

const presets = ['everything', 'readOnly', 'custom'] as const;
type Preset = (typeof presets)[number];

const dayMs = 24 * 3_600_000;
const forever = 'forever';

interface CreateKeyProps {
  opened: boolean;
  onClose(): void;
  onMade(key: NewKey): void;
}

export function CreateKey({ opened, onClose, onMade }: CreateKeyProps) {
  const { t } = useTranslation('keys');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.title')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Form onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function Form({ onClose, onMade }: Omit<CreateKeyProps, 'opened'>) {
  const { t } = useTranslation('keys');
  const known = useQuery(scopesQuery);
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState(forever);
  const [preset, setPreset] = useState<Preset>('everything');
  const [chosen, setChosen] = useState<string[]>([]);
  const scopes = known.data?.data ?? [];
  const granted = { everything: ['all'], readOnly: scopes.filter((scope) => scope.endsWith('.read')), custom: chosen };
  const create = useMutation({
    mutationFn: () => {
      const expiresAt = lifetime === forever ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString();
      return call('createKey', { body: { name: name.trim(), scopes: granted[preset], expiresAt } });
    },
    onSuccess: onMade,
  });
  const fieldError = create.error instanceof ApiError ? create.error.fields.name : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp')}
            required
            maxLength={100}
            data-autofocus
            value={name}
            error={fieldError}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t('form.expiry')}
            // Keeps both fields on one line.
            description={'\u00a0'}
            data={[
              { value: forever, label: t('form.forever') },
              { value: '30', label: t('form.days', { count: 30 }) },
              { value: '90', label: t('form.days', { count: 90 }) },
              { value: '365', label: t('form.year') },
            ]}
            value={lifetime}
            onChange={(value) => setLifetime(value ?? forever)}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Radio.Group label={t('form.preset')} value={preset} onChange={(value) => setPreset(value as Preset)}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs" spacing="xs">
            {presets.map((one) => (
              <Choice key={one} value={one} label={t(`form.${one}`)} help={t(`form.${one}Help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {known.error && <Failure error={known.error} onRetry={known.refetch} />}
        {preset === 'custom' && <ScopeTable scopes={scopes} chosen={chosen} onChange={setChosen} />}
        {create.error && fieldError === undefined && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || granted[preset].length === 0}
          >
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
