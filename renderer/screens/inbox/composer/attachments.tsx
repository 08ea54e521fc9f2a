import { Button, CloseButton, Progress, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../format.ts';
import type { Attachment } from './uploads.ts';

interface AttachmentsProps {
  attachments: Attachment[];
  onRetry(id: string): void;
  onRemove(attachment: Attachment): void;
}

/** Attachments of the next message with preview and upload progress. */
export function Attachments({ attachments, onRetry, onRemove }: AttachmentsProps) {
  const { t, i18n } = useTranslation('inbox');
  if (attachments.length === 0) return null;
  return (
    <ul className="ib-attachments" aria-label={t('composer.attachments')}>
      {attachments.map((attachment) => {
        const { id, name, sizeBytes, previewUrl, progress, uploaded, error } = attachment;
        return (
          <li key={id} className="ib-attachment">
            {previewUrl ? <img src={previewUrl} alt="" /> : <IconFile size={26} aria-hidden />}
            <div className="ib-row-main">
              <Text size="xs" fw={600} className="ib-truncate">
                {name}
              </Text>
              {error ? (
                <Text size="xs" c="var(--mantine-color-error)" role="alert">
                  {error}
                </Text>
              ) : (
                <Text size="xs" c="dimmed">
                  {formatBytes(sizeBytes, i18n.language)}
                </Text>
              )}
              {!uploaded && !error && (
                <Progress value={progress * 100} size="xs" aria-label={t('composer.uploading', { name })} />
              )}
            </div>
            {error && (
              <Button size="compact-xs" variant="light" onClick={() => onRetry(id)}>
                {t('shell:common.retry')}
              </Button>
            )}
            <CloseButton size="sm" aria-label={t('composer.remove', { name })} onClick={() => onRemove(attachment)} />
          </li>
        );
      })}
    </ul>
  );
}
