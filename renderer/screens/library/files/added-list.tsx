import { CloseButton, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../components/values/use-formats.ts';
import type { AddedFile } from './use-added-files.ts';

/** Files on their way into the library, and those that were refused. */
export function AddedList({ added, onRemove }: { added: AddedFile[]; onRemove(id: string): void }) {
  const { t } = useTranslation('library-files');
  const { bytes } = useFormats();
  if (added.length === 0) return null;
  return (
    <ul className="lf-uploads" aria-label={t('uploads')}>
      {added.map(({ id, file, progress, error }) => (
        <li key={id} className="lf-upload">
          <Text size="sm" fw={600} truncate flex="0 1 auto">
            {file.name}
          </Text>
          {error === null ? (
            <>
              <Progress
                flex={1}
                miw={60}
                value={progress * 100}
                size="sm"
                aria-label={t('uploading', { name: file.name })}
              />
              <Text size="xs" c="dimmed" className="fd-figures">
                {bytes(file.size)}
              </Text>
            </>
          ) : (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" flex={1}>
              {error}
            </Text>
          )}
          <CloseButton
            aria-label={t(error === null ? 'cancel' : 'dismiss', { name: file.name })}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  );
}
