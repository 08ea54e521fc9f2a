import { Button, CloseButton, FileButton, Group, Image, Input, Menu, Progress, Text } from '@mantine/core';
import { IconBooks, IconFile, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { uploadWithProgress } from '../../../api/upload.ts';
import { useFileDrop } from '../../../components/form/use-file-drop.ts';
import { mediaPath } from '../../../components/values/media-path.ts';
import type { ChatTemplate } from '../queries.ts';

/** A file of the server: uploaded, of the library, or of the campaign. */
export type HeaderFile = Pick<Result<'uploadCampaignMedia'>, 'url' | 'fileName' | 'kind'>;
type Kind = 'IMAGE' | 'VIDEO' | 'DOCUMENT';

const accepted: Record<Kind, string> = {
  IMAGE: 'image/jpeg,image/png',
  VIDEO: 'video/mp4',
  DOCUMENT: 'application/pdf',
};

/** The kind of file that the header of a template needs; null if it takes none. */
export function headerKindOf(template: Pick<ChatTemplate, 'components'> | undefined): Kind | null {
  const format = template?.components.find(({ type }) => type === 'HEADER')?.format;
  return Object.keys(accepted).includes(String(format)) ? (format as Kind) : null;
}

interface HeaderFileFieldProps {
  kind: Kind;
  value: HeaderFile | null;
  /** The server's message about the file. */
  error?: ReactNode;
  onChange(file: HeaderFile | null): void;
}

/** The file in the header of a template: dropped, chosen from the disk or taken from the library. */
export function HeaderFileField({ kind, value, error, onChange }: HeaderFileFieldProps) {
  const { t } = useTranslation('campaigns');
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = (file: File | null | undefined) => {
    if (!file) return;
    setFailure(null);
    setProgress(0);
    const { done } = uploadWithProgress('uploadCampaignMedia', {}, file, (share) => setProgress(share * 100));
    done
      .then(onChange, (refused: Error) => setFailure(refused.message))
      .finally(() => {
        setProgress(null);
      });
  };
  const drop = useFileDrop(([file]) => send(file));
  const fits = value?.kind === kind ? value : null;
  return (
    <Input.Wrapper
      label={t(`headerFile.${kind}`)}
      description={t('headerFile.help')}
      error={failure ?? error}
      required
      labelElement="div"
    >
      <div className="fd-drop" data-over={drop.isOver || undefined} {...drop.handlers} style={{ marginTop: 6 }}>
        {fits && <Chosen file={fits} onRemove={() => onChange(null)} />}
        <Group gap="xs">
          <FileButton accept={accepted[kind]} onChange={send}>
            {(button) => (
              <Button {...button} size="xs" variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                {t(fits ? 'headerFile.other' : 'headerFile.choose')}
              </Button>
            )}
          </FileButton>
          <FromLibrary kind={kind} onChoose={onChange} />
        </Group>
        {progress !== null && <Progress mt="xs" value={progress} aria-label={t('headerFile.uploading')} />}
      </div>
    </Input.Wrapper>
  );
}

function Chosen({ file, onRemove }: { file: HeaderFile; onRemove(): void }) {
  const { t } = useTranslation('campaigns');
  return (
    <Group gap="sm" wrap="nowrap" mb="xs">
      {file.kind === 'IMAGE' ? (
        <Image src={mediaPath(file.url)} alt="" w={56} h={56} radius="sm" fit="cover" />
      ) : (
        <IconFile size={28} aria-hidden />
      )}
      <Text size="sm" truncate style={{ flex: 1 }}>
        {file.fileName}
      </Text>
      <CloseButton aria-label={t('headerFile.remove')} onClick={onRemove} />
    </Group>
  );
}

/** Files of the library that fit; a file at another address is fetched when the campaign is saved. */
function FromLibrary({ kind, onChoose }: { kind: Kind; onChoose(file: HeaderFile): void }) {
  const { t } = useTranslation('campaigns');
  const files = useQuery(operationQuery('listLibraryFiles'));
  const fitting = files.data?.data.filter((file) => file.kind === kind) ?? [];
  if (fitting.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBooks size={16} aria-hidden />}>
          {t('headerFile.library')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {fitting.map(({ id, name, url }) => (
          <Menu.Item
            key={id}
            onClick={() => onChoose({ url: new URL(url, window.location.origin).href, fileName: name, kind })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
