import { ActionIcon, FileButton, Tooltip } from '@mantine/core';
import { IconMessageBolt, IconPaperclip, IconTemplate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmojiPicker } from './emoji-picker.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

interface ComposerToolsProps {
  onFiles(files: File[]): void;
  onQuickReplies(): void;
  onTemplate(): void;
  onEmoji(emoji: string): void;
  /** More to insert, such as the summary of an order. */
  offer: ReactNode;
}

/** Buttons for files, a voice message, emoji, quick replies and templates. */
export function ComposerTools({ onFiles, onQuickReplies, onTemplate, onEmoji, offer }: ComposerToolsProps) {
  const { t } = useTranslation('inbox');
  return (
    <>
      <FileButton multiple onChange={onFiles}>
        {(props) => (
          <Tooltip label={t('composer.attach')}>
            <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={t('composer.attach')}>
              <IconPaperclip size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
      <VoiceRecorder onRecorded={onFiles} />
      <EmojiPicker onChoose={onEmoji} />
      {offer}
      <Tooltip label={t('composer.quickReplies')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('composer.quickReplies')}
          onClick={onQuickReplies}
        >
          <IconMessageBolt size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('template.title')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('template.title')}
          onClick={onTemplate}
          visibleFrom="xs"
        >
          <IconTemplate size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
