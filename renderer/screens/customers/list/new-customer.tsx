import { Alert, Anchor, Button, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { ApiError } from '../../../api/refusals.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { useTags } from '../queries.ts';

/** Adds one customer by hand. */
export function NewCustomer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('add')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <NewCustomerForm onClose={onClose} />
    </Modal>
  );
}

function NewCustomerForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const tags = useTags();
  const first = { phone: '', name: '', email: '', tags: [] as string[] };
  const { form, begun } = useBegunForm('customer.new', first);
  const create = useMutation({
    mutationFn: (body: typeof form.values) => call('createContact', { body }),
    onSuccess: ({ id }) => {
      begun.forget();
      invalidate(client, reads.contacts);
      onClose();
      navigate(`/customers/${id}`);
    },
    onError: (error) => form.setErrors(fieldsOf(error)),
  });
  const other = restOf(create.error, Object.keys(form.values));
  return (
    <form onSubmit={form.onSubmit((body) => create.mutate(body))}>
      <Stack gap="sm">
        <BegunNote begun={begun} />
        <TextInput
          label={t('columns.phone')}
          type="tel"
          minLength={8}
          maxLength={40}
          required
          data-autofocus
          {...form.getInputProps('phone')}
        />
        <TextInput label={t('columns.name')} maxLength={120} {...form.getInputProps('name')} />
        <TextInput label={t('columns.email')} maxLength={254} {...form.getInputProps('email')} />
        <TagsInput
          label={t('columns.tags')}
          data={tags.map(({ name }) => name)}
          maxTags={20}
          {...form.getInputProps('tags')}
        />
        {other && (
          <Alert color="red" role="alert">
            {other.message}{' '}
            {other instanceof ApiError && other.contactId !== null && (
              <Anchor
                component={Link}
                href={`/customers/${other.contactId}`}
                inherit
                underline="always"
                onClick={onClose}
              >
                {t('openExisting')}
              </Anchor>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('shell:common.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
