import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Answer, Body } from '../../api/operations.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/failure.tsx';
import type { Credentials } from './queries.ts';

export type SavedCredentials = Answer<'setCloudCredentials'>;
type Draft = Body<'setCloudCredentials'>;

interface CloudFormProps {
  channelId: string;
  /** What is known already; the secrets are not. */
  present: Credentials | null;
  onSaved(saved: SavedCredentials): void;
  onCancel(): void;
}

const secretFields = ['accessToken', 'appSecret', 'verifyToken'] as const;
const plainFields = ['phoneNumberId', 'wabaId', 'businessId', 'appId'] as const;
const optional = new Set<string>(['businessId', 'appId', 'verifyToken']);

/** Takes the credentials of the cloud API; the answer comes when the platform has judged them. */
export function CloudForm({ channelId, present, onSaved, onCancel }: CloudFormProps) {
  const { t } = useTranslation('channels');
  const [draft, setDraft] = useState<Record<string, string>>({
    phoneNumberId: present?.phoneNumberId ?? '',
    wabaId: present?.wabaId ?? '',
    businessId: present?.businessId ?? '',
    appId: present?.appId ?? '',
  });
  const save = useMutation({
    mutationFn: () => {
      const filled = Object.entries(draft).filter(([, value]) => value.trim() !== '');
      return call('setCloudCredentials', { path: { id: channelId }, body: Object.fromEntries(filled) as Draft });
    },
    onSuccess: onSaved,
  });
  const [isChecked, setIsChecked] = useState(false);
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const faultOf = (field: string): string | undefined => {
    const value = (draft[field] ?? '').trim();
    if (isChecked && value === '' && !optional.has(field)) return t('cloud.missing');
    if (isChecked && value !== '' && plainFields.some((plain) => plain === field) && !/^\d{5,32}$/.test(value)) {
      return t('cloud.digits');
    }
    return refused[field];
  };
  const propsOf = (field: string) => ({
    label: t(`cloud.${field}`),
    description: t(`cloud.${field}Help`),
    required: !optional.has(field),
    autoComplete: 'off',
    value: draft[field] ?? '',
    error: faultOf(field),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [field]: value }));
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const required = [...plainFields, ...secretFields].filter((field) => !optional.has(field));
    if (required.every((field) => (draft[field] ?? '').trim() !== '')) save.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
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
        {save.error && Object.keys(refused).length === 0 && <Failure error={save.error} />}
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
