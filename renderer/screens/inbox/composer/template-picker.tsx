import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/client.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import type { Conversation } from '../types.ts';
import type { Draft, Outgoing } from './pending-messages.ts';
import { isComplete, noTemplate, TemplateForm, toTemplateDraft, useChoiceLengths } from './template-form.tsx';

interface TemplatePickerProps {
  conversation: Conversation;
  opened: boolean;
  onClose(): void;
  onSend(draft: Draft, media: Outgoing['media']): void;
}

/** Sends an approved template, the only message allowed when the window is closed. */
export function TemplatePicker({ conversation, opened, onClose, onSend }: TemplatePickerProps) {
  const { t } = useTranslation('inbox');
  const [choice, setChoice, begun] = useBegun(`${conversation.id}.template`, noTemplate);
  const { isTooLong } = useChoiceLengths(choice);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    const { template, file } = choice;
    if (!template) return;
    setIsBusy(true);
    try {
      const path = { id: conversation.id };
      const media = file && (await upload('uploadConversationMedia', { path }, file));
      const draft = { template: toTemplateDraft({ ...choice, template }) };
      onSend(media ? { ...draft, mediaUrl: media.url } : draft, media);
      begun.forget();
      onClose();
    } catch (error) {
      notifyFailure(error as Error);
    }
    setIsBusy(false);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('template.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <TemplateForm channelId={conversation.channelId} choice={choice} onChange={setChoice} />
      <Group justify="flex-end" mt="md">
        <Button onClick={send} disabled={!isComplete(choice) || isTooLong} loading={isBusy}>
          {t('composer.send')}
        </Button>
      </Group>
    </Modal>
  );
}
