import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/failure.tsx';
import { EventChoice } from './event-choice.tsx';
import { OutboundHelp } from './outbound-help.tsx';
import type { Endpoint, EndpointWithSecret, EventKinds } from './queries.ts';

type Saved = EndpointWithSecret | Endpoint;

interface EndpointFormProps {
  /** The endpoint that is changed, or a new one; null closes the form. */
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
      {form !== null && <Form present={form === 'new' ? null : form} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  );
}

interface FormProps extends Omit<EndpointFormProps, 'form'> {
  present: Endpoint | null;
}

function Form({ present, onClose, onSaved }: FormProps) {
  const { t } = useTranslation('webhooks');
  const urlField = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(present?.url ?? '');
  const [description, setDescription] = useState(present?.description ?? '');
  const [events, setEvents] = useState<EventKinds>(present?.events ?? []);
  const save = useMutation({
    mutationFn: (): Promise<Saved> => {
      const body = { url: url.trim(), description, events };
      return present ? call('updateWebhook', { path: { id: present.id }, body }) : call('createWebhook', { body });
    },
    onSuccess: onSaved,
    // The field may have been scrolled away.
    onError: (error) => error instanceof ApiError && error.fields.url !== undefined && urlField.current?.focus(),
  });
  const refusal = save.error instanceof ApiError ? save.error : null;
  const isNotAllowed = refusal?.code === 'outbound_not_allowed';
  const isOther = save.error !== null && !isNotAllowed && refusal?.fields.url === undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          ref={urlField}
          label={t('form.url')}
          description={t('form.urlHelp')}
          type="url"
          required
          maxLength={2000}
          data-autofocus
          placeholder="https://example.com/hooks"
          value={url}
          error={isNotAllowed ? undefined : refusal?.fields.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t('form.description')}
          maxLength={255}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventChoice chosen={events} onChange={setEvents} />
        {isNotAllowed && <OutboundHelp url={url} detail={refusal.message} onAllowed={() => save.mutate()} />}
        {isOther && save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
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
