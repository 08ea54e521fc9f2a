import { Alert, Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { ApiError } from '../../api/refusals.ts';
import { useChannels } from './references.ts';
import { isComplete, noTemplate, TemplateForm, toTemplateDraft } from './template-form.tsx';

/** Writes first to a number: with a text on a QR channel, with a template on a cloud one. */
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

function NewConversationForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const channels = useChannels().filter(({ status }) => status === 'CONNECTED' || status === 'DEGRADED');
  const [channelId, setChannelId] = useState<string | null>(null);
  const [phoneNumber, setPhoneNumber] = useState('');
  const [content, setContent] = useState('');
  const [choice, setChoice] = useState(noTemplate);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Kept over repeats, so that a first message whose answer was lost is not sent twice.
  const idempotencyKey = useRef(crypto.randomUUID());
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const isCloud = channel?.provider === 'CLOUD_API';
  const fields = error instanceof ApiError ? error.fields : {};

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!channel) return;
    setIsBusy(true);
    const { template } = choice;
    const message = isCloud
      ? template && { template: toTemplateDraft({ ...choice, template }), idempotencyKey: idempotencyKey.current }
      : content.trim() !== '' && { content: content.trim(), idempotencyKey: idempotencyKey.current };
    try {
      const body = { channelId: channel.id, phoneNumber, ...(message || {}) };
      const started = await call('startConversation', { body });
      invalidate(client, reads.conversations);
      onClose();
      navigate(`/inbox/${started.id}`);
    } catch (refusal) {
      idempotencyKey.current = crypto.randomUUID();
      setError(refusal as Error);
      setIsBusy(false);
    }
  };

  if (channels.length === 0) return <Alert color="orange">{t('new.noChannel')}</Alert>;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label={t('new.phone')}
          description={t('new.phoneHelp')}
          type="tel"
          value={phoneNumber}
          maxLength={40}
          required
          data-autofocus
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
          error={fields.phoneNumber && t('new.badPhone')}
        />
        <Select
          label={t('list.channel')}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={channel?.id ?? null}
          onChange={setChannelId}
          allowDeselect={false}
        />
        {isCloud && channel ? (
          <TemplateForm channelId={channel.id} choice={choice} onChange={setChoice} withFiles={false} />
        ) : (
          <Textarea
            label={t('new.text')}
            description={t('new.cold')}
            value={content}
            maxLength={4_096}
            autosize
            minRows={2}
            onChange={(event) => setContent(event.currentTarget.value)}
            error={fields.content}
          />
        )}
        {error && Object.keys(fields).length === 0 && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={isBusy}
            disabled={phoneNumber.trim().length < 10 || (choice.template !== null && !isComplete(choice))}
          >
            {t('new.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
