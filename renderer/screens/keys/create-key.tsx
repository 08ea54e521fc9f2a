import { Button, Group, Modal, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Choice } from '../../components/form/choice.tsx';
import type { Form } from '../../components/form/form.ts';
import { fieldsOf } from '../../components/form/use-save.ts';
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
      <KeyForm onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

interface Fields {
  name: string;
  /** Number of days, or `forever`. */
  lifetime: string;
  preset: Preset;
  /** Scopes of the preset `custom`. */
  chosen: string[];
}

function grantedBy({ preset, chosen }: Fields, scopes: string[]): string[] {
  if (preset === 'everything') return ['all'];
  return preset === 'readOnly' ? scopes.filter((scope) => scope.endsWith('.read')) : chosen;
}

function toDraft(fields: Fields, scopes: string[]): Body<'createKey'> {
  const { name, lifetime } = fields;
  const expiresAt = lifetime === forever ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString();
  return { name: name.trim(), scopes: grantedBy(fields, scopes), expiresAt };
}

function KeyForm({ onClose, onMade }: Omit<CreateKeyProps, 'opened'>) {
  const { t } = useTranslation('keys');
  const known = useQuery(scopesQuery);
  const scopes = known.data?.data ?? [];
  const form = useForm<Fields>({
    initialValues: { name: '', lifetime: forever, preset: 'everything', chosen: [] },
  });
  const { name, preset, chosen } = form.values;
  const create = useMutation({
    mutationFn: (body: Body<'createKey'>) => call('createKey', { body }),
    onSuccess: onMade,
    onError: (error) => form.setErrors(fieldsOf(error)),
  });
  const isOther = create.error !== null && fieldsOf(create.error).name === undefined;
  return (
    <form onSubmit={form.onSubmit((fields) => create.mutate(toDraft(fields, scopes)))} noValidate>
      <Stack>
        <NameAndExpiry form={form} />
        <Radio.Group label={t('form.preset')} {...form.getInputProps('preset')}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs" spacing="xs">
            {presets.map((one) => (
              <Choice key={one} value={one} label={t(`form.${one}`)} help={t(`form.${one}Help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {known.error && <Failure error={known.error} onRetry={known.refetch} />}
        {preset === 'custom' && (
          <ScopeTable scopes={scopes} chosen={chosen} onChange={(changed) => form.setFieldValue('chosen', changed)} />
        )}
        {isOther && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || grantedBy(form.values, scopes).length === 0}
          >
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NameAndExpiry({ form }: { form: Form<Fields> }) {
  const { t } = useTranslation('keys');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('form.name')}
        description={t('form.nameHelp')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('form.expiry')}
        description={t('form.expiryHelp')}
        data={[
          { value: forever, label: t('form.forever') },
          { value: '30', label: t('form.days', { count: 30 }) },
          { value: '90', label: t('form.days', { count: 90 }) },
          { value: '365', label: t('form.year') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('lifetime')}
      />
    </SimpleGrid>
  );
}
