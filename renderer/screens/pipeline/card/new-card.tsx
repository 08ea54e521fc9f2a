import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import type { Stage } from '../types.ts';
import { ContactField } from './contact-field.tsx';
import { MoneyInput } from './money-input.tsx';

/** What is known of a card before it is created. */
export interface NewCard {
  pipelineId: string;
  stageId: string;
  contactId?: string;
  contactName?: string;
  contactPhone?: string | null;
  conversationId?: string;
}

interface NewCardProps {
  /** Null: the dialog is closed. */
  draft: NewCard | null;
  stages: Pick<Stage, 'id' | 'name'>[];
  onClose(): void;
}

/** Creates a card and opens it. */
export function NewCardDialog({ draft, stages, onClose }: NewCardProps) {
  const { t } = useTranslation('pipeline');
  return (
    <Modal
      opened={draft !== null}
      onClose={onClose}
      title={t('card.newTitle')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {draft && <NewCardForm draft={draft} stages={stages} onClose={onClose} />}
    </Modal>
  );
}

export interface CardFields {
  title: string;
  value: number | null;
  stageId: string;
  /** The known customer; null if the typed number identifies the customer. */
  contactId: string | null;
  contactName: string;
  contactPhone: string;
  conversationId: string | null;
}

const toFields = ({ stageId, contactId, contactName, contactPhone, conversationId }: NewCard): CardFields => ({
  title: '',
  value: null,
  stageId,
  contactId: contactId ?? null,
  contactName: contactName ?? '',
  contactPhone: contactPhone ?? '',
  conversationId: conversationId ?? null,
});

function NewCardForm({ draft, stages, onClose }: Omit<NewCardProps, 'draft'> & { draft: NewCard }) {
  const { t } = useTranslation('pipeline');
  const place = `card.new.${draft.pipelineId}.${draft.contactId ?? ''}`;
  const { form, begun } = useBegunForm<CardFields>(place, toFields(draft));
  const end = () => {
    begun.forget();
    onClose();
  };
  const create = useCreateCard(draft.pipelineId, end, (error) => form.setErrors(fieldsOf(error)));
  const rest = restOf(create.error, Object.keys(form.values));
  return (
    <form onSubmit={form.onSubmit((fields) => create.mutate(fields))}>
      <Stack gap="sm">
        <BegunNote begun={begun} />
        <TextInput
          label={t('fields.title')}
          placeholder={t('card.titleExample')}
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('title')}
        />
        <MoneyInput label={t('fields.value')} {...form.getInputProps('value')} />
        <ContactField form={form} isKnown={draft.contactId !== undefined} />
        <Select
          label={t('fields.stage')}
          data={stages.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('stageId')}
        />
        {rest && (
          <Alert color="red" role="alert">
            {rest.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={form.values.title.trim() === ''}>
            {t('card.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useCreateCard(pipelineId: string, onClose: () => void, onError: (error: Error) => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ contactPhone, ...fields }: CardFields) => {
      const title = fields.title.trim();
      const phone = fields.contactId === null && contactPhone.trim();
      return call('createCrmCard', { body: { ...fields, title, pipelineId, ...(phone && { contactPhone: phone }) } });
    },
    onSuccess: (card) => {
      invalidate(client, reads.cards);
      onClose();
      navigate(`/pipeline/${card.id}`);
    },
    onError,
  });
}
