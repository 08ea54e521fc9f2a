import { Alert, Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { ApiError } from '../../../api/refusals.ts';
import type { Form } from '../../../components/form/form.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import {
  isComplete,
  noTemplate,
  type TemplateChoice,
  TemplateForm,
  toTemplateDraft,
} from '../composer/template-form.tsx';
import type { Channel } from '../types.ts';
import { useChannels } from '../use-lists.ts';

/** Writes first to a number: a text on a QR channel, a template on a cloud channel. */
export function NewConversation({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('inbox');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('new.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <NewConversationForm onClose={onClose} />
    </Modal>
  );
}

interface Fields {
  phoneNumber: string;
  /** Null: the first channel. */
  channelId: string | null;
  content: string;
  choice: TemplateChoice;
}

const isCloud = ({ provider }: Channel): boolean => provider === 'CLOUD_API';

function toBody({ phoneNumber, content, choice }: Fields, channel: Channel, key: string): Body<'startConversation'> {
  const to = { channelId: channel.id, phoneNumber };
  const { template } = choice;
  if (isCloud(channel)) {
    return template ? { ...to, template: toTemplateDraft({ ...choice, template }), idempotencyKey: key } : to;
  }
  return content.trim() === '' ? to : { ...to, content: content.trim(), idempotencyKey: key };
}

function NewConversationForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const channels = useChannels().filter(({ status }) => status === 'CONNECTED' || status === 'DEGRADED');
  const form = useForm<Fields>({
    initialValues: { phoneNumber: '', channelId: null, content: '', choice: noTemplate },
  });
  const { phoneNumber, channelId, choice } = form.values;
  const start = useStart(form, onClose);
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const other = restOf(start.error, Object.keys(form.values));
  if (!channel) return <Alert color="orange">{t('new.noChannel')}</Alert>;
  return (
    <form onSubmit={form.onSubmit((fields) => start.mutate({ fields, channel }))}>
      <Stack gap="sm">
        <TextInput
          label={t('new.phone')}
          description={t('new.phoneHelp')}
          type="tel"
          maxLength={40}
          required
          data-autofocus
          {...form.getInputProps('phoneNumber')}
        />
        <Select
          label={t('list.channel')}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('channelId')}
          value={channel.id}
        />
        <FirstMessage form={form} channel={channel} />
        {other && (
          <Alert color="red" role="alert">
            {other.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={start.isPending}
            disabled={phoneNumber.trim().length < 10 || (choice.template !== null && !isComplete(choice))}
          >
            {t('new.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Starts the conversation and opens it; shows faults at their fields. */
function useStart(form: Form<Fields>, onClose: () => void) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  // Reused after a lost response, so that a first message is not sent twice.
  const idempotencyKey = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: ({ fields, channel }: { fields: Fields; channel: Channel }) =>
      call('startConversation', { body: toBody(fields, channel, idempotencyKey.current) }),
    onSuccess: ({ id }) => {
      invalidate(client, reads.conversations);
      onClose();
      navigate(`/inbox/${id}`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) idempotencyKey.current = crypto.randomUUID();
      const { phoneNumber, ...others } = fieldsOf(error);
      form.setErrors(phoneNumber ? { ...others, phoneNumber: t('new.badPhone') } : others);
    },
  });
}

function FirstMessage({ form, channel }: { form: Form<Fields>; channel: Channel }) {
  const { t } = useTranslation('inbox');
  if (isCloud(channel)) {
    return (
      <TemplateForm
        channelId={channel.id}
        choice={form.values.choice}
        onChange={(choice) => form.setFieldValue('choice', choice)}
        withFiles={false}
      />
    );
  }
  return (
    <Textarea
      label={t('new.text')}
      description={t('new.cold')}
      maxLength={4_096}
      autosize
      minRows={2}
      {...form.getInputProps('content')}
    />
  );
}
