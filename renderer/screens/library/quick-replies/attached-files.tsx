import { CloseButton, Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FileMark } from '../files/file-mark.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { filesQuery } from '../files/queries.ts';

const mostAttached = 10;

interface AttachedFilesProps {
  ids: string[];
  onChange(ids: string[]): void;
}

/** The files of the library that are sent with a quick reply. */
export function AttachedFiles({ ids, onChange }: AttachedFilesProps) {
  const { t } = useTranslation('quick-replies');
  const all = useQuery(filesQuery).data?.data ?? [];
  const files = ids.flatMap((id) => all.find((file) => file.id === id) ?? []);
  return (
    <Input.Wrapper label={t('attached')} labelElement="div">
      {files.length > 0 && (
        <ul className="qr-files">
          {files.map((file) => (
            <li key={file.id} className="qr-file">
              <FileMark file={file} size={32} />
              <Text size="sm" truncate maw={220}>
                {file.name}
              </Text>
              <CloseButton
                size="sm"
                aria-label={t('detach', { name: file.name })}
                onClick={() => onChange(ids.filter((id) => id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {ids.length < mostAttached ? (
        <FilePicker taken={ids} onChoose={({ id }) => onChange([...ids, id])} />
      ) : (
        <Text size="xs" c="dimmed">
          {t('mostFiles')}
        </Text>
      )}
    </Input.Wrapper>
  );
}
