import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { Choice } from '../../../components/form/choice.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { type Person, peopleReads } from '../queries.ts';
import { leastLength, PassphraseField, useWeakness } from './passphrase-field.tsx';

const roles = ['attendant', 'owner'] as const;

interface Fields {
  name: string;
  role: Person['role'];
  /** Empty: the person keeps the present one, or has none. */
  passphrase: string;
}

async function save(person: Person | null, { name, role, passphrase }: Fields): Promise<void> {
  const body = { name: name.trim(), role };
  if (!person) {
    await call('createPerson', { body: { ...body, ...(passphrase === '' ? {} : { passphrase }) } });
    return;
  }
  const path = { id: person.id };
  await call('updatePerson', { path, body });
  if (passphrase !== '') await call('setPersonPassphrase', { path, body: { passphrase } });
}

/** Name, role and passphrase of a person; of a new one when `person` is null. */
export function PersonForm({ person, onDone }: { person: Person | null; onDone(): void }) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const form = useForm<Fields>({
    initialValues: { name: person?.name ?? '', role: person?.role ?? 'attendant', passphrase: '' },
  });
  const { name, passphrase } = form.values;
  const weakness = useWeakness(passphrase, name);
  const saving = useMutation({
    mutationFn: (fields: Fields) => save(person, fields),
    onSuccess: () => {
      notifyDone(t(person || passphrase === '' ? 'shell:common.saved' : 'form.added', { name: name.trim() }));
      onDone();
    },
    onError: (error) => form.setErrors(fieldsOf(error)),
    // The name may have been saved although the passphrase was rejected.
    onSettled: () => invalidate(client, peopleReads),
  });
  const rest = restOf(saving.error);
  const help = t('passphrase.help', { count: leastLength });
  return (
    <form onSubmit={form.onSubmit((fields) => saving.mutate(fields))} noValidate>
      <Stack>
        <TextInput
          label={t('form.name')}
          required
          maxLength={80}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('form.role')} {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Choice key={role} value={role} label={t(`roles.${role}`)} help={t(`roleHelp.${role}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <PassphraseField
          label={t(person?.hasPassphrase ? 'form.newPassphrase' : 'form.passphrase')}
          description={person?.hasPassphrase ? `${t('form.keepPassphrase')} ${help}` : help}
          value={passphrase}
          weakness={weakness}
          error={form.errors.passphrase}
          onChange={(value) => form.setFieldValue('passphrase', value)}
        />
        {rest && <Failure error={rest} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={name.trim() === '' || weakness !== null || (passphrase !== '' && passphrase.length < leastLength)}
          >
            {t(person ? 'shell:common.save' : 'form.submitAdd')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
