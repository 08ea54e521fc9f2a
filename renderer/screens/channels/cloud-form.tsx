import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body, Result } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { fieldsOf, restOf } from '../../components/form/use-save.ts';
import type { Credentials } from './queries.ts';

export type SavedCredentials = Result<'setCloudCredentials'>;

interface CloudFormProps {
  channelId: string;
  /** Saved credentials without their secrets. */
  present: Credentials | null;
  onSaved(saved: SavedCredentials): void;
  onCancel(): void;
}

const secretFields = ['accessToken', 'appSecret', 'verifyToken'] as const;
const plainFields = ['phoneNumberId', 'wabaId', 'businessId', 'appId'] as const;
const optional = ['businessId', 'appId', 'verifyToken'];
type Field = (typeof plainFields)[number] | (typeof secretFields)[number];
type Fields = Record<Field, string>;

const read = (present: Credentials | null): Fields => ({
  phoneNumberId: present?.phoneNumberId ?? '',
  wabaId: present?.wabaId ?? '',
  businessId: present?.businessId ?? '',
  appId: present?.appId ?? '',
  accessToken: '',
  appSecret: '',
  verifyToken: '',
});

/** Omits empty fields. */
const toBody = (fields: Fields): Body<'setCloudCredentials'> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== '')) as Fields;

/** Form for cloud API credentials; the server responds after checking them with the vendor. */
export function CloudForm({ channelId, present, onSaved, onCancel }: CloudFormProps) {
  const { t } = useTranslation('channels');
  const isId = (field: string) => plainFields.some((plain) => plain === field);
  const faultOf = (field: string, value: string): string | null => {
    if (value.trim() === '') return optional.includes(field) ? null : t('cloud.missing');
    return isId(field) && !/^\d{5,32}$/.test(value.trim()) ? t('cloud.digits') : null;
  };
  const form = useForm<Fields>({
    initialValues: read(present),
    validate: (fields) =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, faultOf(field, value)])),
  });
  const save = useMutation({
    mutationFn: (fields: Fields) => call('setCloudCredentials', { path: { id: channelId }, body: toBody(fields) }),
    onSuccess: onSaved,
    onError: (error) => form.setErrors(fieldsOf(error)),
  });
  const propsOf = (field: Field) => ({
    label: t(`cloud.${field}`),
    description: t(`cloud.${field}Help`),
    required: !optional.includes(field),
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  const other = restOf(save.error, Object.keys(form.values));
  return (
    <form onSubmit={form.onSubmit((fields) => save.mutate(fields))} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {plainFields.map((field) => (
            <TextInput key={field} inputMode="numeric" {...propsOf(field)} />
          ))}
          {secretFields.map((field) => (
            <PasswordInput key={field} {...propsOf(field)} />
          ))}
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {t('cloud.secretsKept')}
        </Text>
        {other && <Failure error={other} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('cloud.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
