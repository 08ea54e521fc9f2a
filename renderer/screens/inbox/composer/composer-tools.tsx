import { FileButton } from '@mantine/core';
import { IconMessageBolt, IconPaperclip, IconTemplate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
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
          <ToolButton label={t('composer.attach')} {...props}>
            <IconPaperclip size={20} aria-hidden />
          </ToolButton>
        )}
      </FileButton>
      <VoiceRecorder onRecorded={onFiles} />
      <EmojiPicker onChoose={onEmoji} />
      {offer}
      <ToolButton label={t('composer.quickReplies')} onClick={onQuickReplies}>
        <IconMessageBolt size={20} aria-hidden />
      </ToolButton>
      <ToolButton label={t('template.title')} onClick={onTemplate} visibleFrom="xs">
        <IconTemplate size={20} aria-hidden />
      </ToolButton>
    </>
  );
}
