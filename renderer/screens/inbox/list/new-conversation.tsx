import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { call, upload } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import {
  type CustomerChoice,
  CustomerField,
  isSomebody,
  nobody,
  toReference,
} from '../../../components/form/customer-field.tsx';
import type { Form } from '../../../components/form/form.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { isTooLong, LengthNote } from '../../../components/limits/length-note.tsx';
import { limitsOf, useLimits } from '../../../components/limits/use-limits.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import { newId } from '../../../reserved/new-id.ts';
import {
  isComplete,
  noTemplate,
  type TemplateChoice,
  TemplateForm,
  toTemplateDraft,
  useChoiceLengths,
} from '../composer/template-form.tsx';
import type { Channel, ChatTemplate } from '../types.ts';
import { useChannels } from '../use-lists.ts';

/**
 * Starts a conversation with a number or a known customer: by a text on a QR channel, by a template on a cloud channel.
 * A link with `?template=` preselects that template.
 */
export function NewConversation({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const [search, setSearch] = useSearchParams();
  const templateId = search.get('template');
  const close = () => {
    onClose();
    if (templateId !== null) setSearch({}, { replace: true });
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('new.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {templateId === null ? (
        <NewConversationForm asked={null} onClose={close} />
      ) : (
        <Loaded query={operationQuery('getChatTemplate', { path: { id: templateId } })}>
          {(template) => <NewConversationForm asked={template} onClose={close} />}
        </Loaded>
      )}
    </Modal>
  );
}

interface Fields {
  customer: CustomerChoice;
  /** Null: the first channel. */
  channelId: string | null;
  content: string;
  choice: TemplateChoice;
}

const newPlace = 'new-conversation';

const isCloud = ({ provider }: Channel): boolean => provider === 'CLOUD_API';

function toBody({ customer, content, choice }: Fields, channel: Channel, key: string): Body<'startConversation'> {
  const to = { channelId: channel.id, ...toReference(customer) };
  const { template, file } = choice;
  // A file is uploaded to the conversation, which must be there first.
  if (file !== null) return to;
  if (template) return { ...to, template: toTemplateDraft({ ...choice, template }), idempotencyKey: key };
  if (isCloud(channel)) return to;
  return content.trim() === '' ? to : { ...to, content: content.trim(), idempotencyKey: key };
}

/** Starts the conversation; a template with a file follows as a message of its own. */
async function start(fields: Fields, channel: Channel, key: string): Promise<{ id: string }> {
  const conversation = await call('startConversation', { body: toBody(fields, channel, key) });
  const { template, file } = fields.choice;
  if (template && file) {
    const path = { id: conversation.id };
    const { url } = await upload('uploadConversationMedia', { path }, file);
    const draft = { template: toTemplateDraft({ ...fields.choice, template }), mediaUrl: url, idempotencyKey: key };
    await call('sendMessage', { path, body: draft });
  }
  return conversation;
}

function NewConversationForm({ asked, onClose }: { asked: ChatTemplate | null; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const channels = useChannels().filter(({ status }) => status === 'CONNECTED' || status === 'DEGRADED');
  const { form, begun } = useBegunForm<Fields>(`${newPlace}.${asked?.id ?? ''}`, {
    customer: nobody,
    channelId: asked?.channelId ?? null,
    content: '',
    choice: { ...noTemplate, template: asked },
  });
  const { customer, channelId, content, choice } = form.values;
  const begin = useStart(form, () => {
    begun.forget();
    onClose();
  });
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const lengths = useChoiceLengths(choice);
  const longest = limitsOf(useLimits(), channel?.provider)?.text;
  const isLong = choice.template ? lengths.isTooLong : isTooLong(content.trim().length, longest);
  const other = restOf(begin.error, ['phoneNumber', 'channelId', 'content']);
  if (!channel) return <Alert color="orange">{t('new.noChannel')}</Alert>;
  return (
    <form onSubmit={form.onSubmit((fields) => begin.mutate({ fields, channel }))}>
      <Stack gap="sm">
        <BegunNote begun={begun} />
        <CustomerField
          label={t('new.customer')}
          description={t('new.customerHelp')}
          required
          data-autofocus
          value={customer}
          error={form.errors.customer}
          onChange={(chosen) => form.setFieldValue('customer', chosen)}
        />
        <Select
          label={t('list.channel')}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('channelId')}
          value={channel.id}
          onChange={(id) => form.setValues({ channelId: id, choice: noTemplate })}
        />
        <FirstMessage form={form} channel={channel} />
        {choice.template === null && (
          <LengthNote what={t('composer.text')} length={content.trim().length} limit={longest} />
        )}
        {other && (
          <Alert color="red" role="alert">
            {other.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={begin.isPending}
            disabled={!isSomebody(customer) || isLong || (choice.template !== null && !isComplete(choice))}
          >
            {t('new.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Starts the conversation and opens it; shows faults at their fields. */
function useStart(form: Form<Fields>, onStarted: () => void) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  // Reused after a lost response or a reload: a new key would send the first message twice.
  const [key, setKey] = useBegun<string | null>(`${newPlace}.key`, null);
  return useMutation({
    mutationFn: ({ fields, channel }: { fields: Fields; channel: Channel }) => {
      const used = key ?? newId();
      setKey(used);
      return start(fields, channel, used);
    },
    onSuccess: ({ id }) => {
      setKey(null);
      invalidate(client, reads.conversations);
      onStarted();
      navigate(`/inbox/${id}`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) setKey(null);
      const { phoneNumber, ...others } = fieldsOf(error);
      form.setErrors(phoneNumber ? { ...others, customer: t('new.badPhone') } : others);
    },
  });
}

function FirstMessage({ form, channel }: { form: Form<Fields>; channel: Channel }) {
  const { t } = useTranslation('inbox');
  if (isCloud(channel) || form.values.choice.template) {
    return (
      <TemplateForm
        channelId={channel.id}
        choice={form.values.choice}
        onChange={(choice) => form.setFieldValue('choice', choice)}
      />
    );
  }
  return (
    <Textarea
      label={t('new.text')}
      description={t('new.cold')}
      maxLength={65_536}
      autosize
      minRows={2}
      {...form.getInputProps('content')}
    />
  );
}
