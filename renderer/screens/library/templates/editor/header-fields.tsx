import { Button, FileButton, Group, Input, Progress, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadWithProgress } from '../../../../api/upload.ts';
import { namesIn } from '../variables.ts';
import { headerFormats } from './draft.ts';
import type { PartProps } from './editor.tsx';

const accepted = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' };
type MediaFormat = keyof typeof accepted;

/** What stands above the text: nothing, a line, or a file. */
export function HeaderFields({ form, notes, isWritten, channel }: PartProps) {
  const { t } = useTranslation('templates');
  const { format, header } = form.values;
  const isMedia = format !== 'NONE' && format !== 'TEXT';
  return (
    <>
      <Input.Wrapper label={t('editor.header')} description={t('editor.headerHelp')} labelElement="div">
        <div className="te-scroll">
          <SegmentedControl
            mt={6}
            aria-label={t('editor.header')}
            value={format}
            onChange={(chosen) =>
              form.setValues({ format: chosen as typeof format, handle: '', fileName: '', previewUrl: '' })
            }
            data={headerFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          />
        </div>
      </Input.Wrapper>
      {format === 'TEXT' && (
        <TextInput
          label={t('editor.headerText')}
          maxLength={60}
          {...form.getInputProps('header')}
          {...notes.at('header', isWritten('header'), t('editor.count', { left: 60 - header.length }))}
        />
      )}
      {format === 'TEXT' && namesIn(header).length > 0 && (
        <TextInput
          label={t('editor.sample', { name: `{{${namesIn(header)[0]}}}` })}
          maxLength={60}
          {...form.getInputProps('headerSample')}
          {...notes.at('headerSample', isWritten('headerSample'))}
        />
      )}
      {isMedia && channel.provider === 'CLOUD_API' && (
        <HeaderSample form={form} notes={notes} isWritten={isWritten} channel={channel} format={format} />
      )}
      {isMedia && channel.provider !== 'CLOUD_API' && (
        <Text size="sm" c="dimmed">
          {t('editor.localFile')}
        </Text>
      )}
    </>
  );
}

/** The sample of a media header: reviewers look at it, customers get another file. */
function HeaderSample({ form, notes, isWritten, channel, format }: PartProps & { format: MediaFormat }) {
  const { t } = useTranslation('templates');
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { fileName, handle } = form.values;
  const send = (file: File | null) => {
    if (!file) return;
    setFailure(null);
    setProgress(0);
    const input = { path: { channelId: channel.id } };
    const { done } = uploadWithProgress('uploadChatTemplateMedia', input, file, (share) => setProgress(share * 100));
    done
      .then(
        (sample) =>
          form.setValues({ handle: sample.handle, fileName: file.name, previewUrl: URL.createObjectURL(file) }),
        (refused: Error) => setFailure(refused.message),
      )
      .finally(() => setProgress(null));
  };
  const { error, ...rest } = notes.at('headerFile', isWritten('handle'), t('editor.fileHelp'));
  return (
    <Input.Wrapper label={t('editor.file')} labelElement="div" {...rest} error={failure ?? error}>
      <Group gap="sm" mt={6} mb={4}>
        <FileButton accept={accepted[format]} onChange={send}>
          {(button) => (
            <Button {...button} variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />}>
              {t(handle === '' ? 'editor.chooseFile' : 'editor.otherFile')}
            </Button>
          )}
        </FileButton>
        {fileName !== '' && <Text size="sm">{fileName}</Text>}
      </Group>
      {progress !== null && <Progress value={progress} aria-label={t('editor.uploading')} />}
    </Input.Wrapper>
  );
}
