import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { fieldsOf } from '../../components/form/use-save.ts';
import { OutboundHelp } from '../../components/outbound/outbound-help.tsx';
import { BegunNote } from '../../kept/begun-note.tsx';
import { useBegunForm } from '../../kept/use-begun-form.ts';
import { EventChoice } from './event-choice.tsx';
import type { Endpoint, EndpointWithSecret } from './queries.ts';

type Saved = EndpointWithSecret | Endpoint;
type Draft = Pick<Endpoint, 'url' | 'events'> & { description: string };

interface EndpointFormProps {
  /** The endpoint to edit, or `new`; null closes the form. */
  form: Endpoint | 'new' | null;
  onClose(): void;
  onSaved(saved: Saved): void;
}

export function EndpointForm({ form, onClose, onSaved }: EndpointFormProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal
      opened={form !== null}
      onClose={onClose}
      title={t(form === 'new' ? 'form.create' : 'form.edit')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {form !== null && <Fields present={form === 'new' ? null : form} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  );
}

interface FieldsProps extends Omit<EndpointFormProps, 'form'> {
  present: Endpoint | null;
}

function Fields({ present, onClose, onSaved }: FieldsProps) {
  const { t } = useTranslation('webhooks');
  const urlField = useRef<HTMLInputElement>(null);
  const { form, begun } = useBegunForm<Draft>(`webhook.${present?.id ?? 'new'}`, {
    url: present?.url ?? '',
    description: present?.description ?? '',
    events: present?.events ?? [],
  });
  const cancel = () => {
    begun.forget();
    onClose();
  };
  const { url, events } = form.values;
  const save = useMutation({
    mutationFn: (): Promise<Saved> => {
      const body = { ...form.values, url: url.trim() };
      return present ? call('updateWebhook', { path: { id: present.id }, body }) : call('createWebhook', { body });
    },
    onSuccess(saved) {
      begun.forget();
      onSaved(saved);
    },
    onError: (error) => {
      // A disallowed address is reported below, with a button to allow it.
      if (!isNotAllowed(error)) form.setErrors(fieldsOf(error));
      // The field may be outside the viewport.
      if (fieldsOf(error).url !== undefined) urlField.current?.focus();
    },
  });
  const refusal = save.error !== null && isNotAllowed(save.error) ? save.error : null;
  const isOther = save.error !== null && refusal === null && fieldsOf(save.error).url === undefined;
  return (
    <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
      <Stack>
        <BegunNote begun={begun} />
        <TextInput
          ref={urlField}
          label={t('form.url')}
          description={t('form.urlHelp')}
          type="url"
          required
          maxLength={2000}
          data-autofocus
          placeholder="https://example.com/hooks"
          {...form.getInputProps('url')}
        />
        <TextInput label={t('form.description')} maxLength={255} {...form.getInputProps('description')} />
        <EventChoice chosen={events} onChange={(chosen) => form.setFieldValue('events', chosen)} />
        {refusal && <OutboundHelp url={url} detail={refusal.message} onAllowed={() => save.mutate()} />}
        {isOther && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={url.trim() === '' || events.length === 0}>
            {present ? t('shell:common.save') : t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isNotAllowed = (error: Error): boolean => error instanceof ApiError && error.code === 'outbound_not_allowed';
