import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { notifyDone, notifyTrouble } from '../../../components/feedback/notify.ts';
import { useAgentAction } from '../use-agent-action.ts';

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
const accepted = ['application/pdf', ...pictureTypes].join(',');
/** Limit of the server for one request. */
const mostPictures = 6;

/** Imports products from a menu or price list; they are not for sale until a person reviews them. */
export function ReadCatalog({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agents');
  const forget = useRef<() => void>(null);
  const path = { id: agentId };
  const read = useAgentAction((files: File[]) => {
    const [first] = files;
    return first && files.length === 1
      ? upload('uploadCatalog', { path }, first)
      : upload('uploadCatalogImages', { path }, inOrder(files));
  });
  const onFiles = (files: File[]) => {
    // Allows the same files to be chosen again.
    forget.current?.();
    if (files.length === 0) return;
    if (!canBeRead(files)) return notifyTrouble(t('items.readOneOrPictures', { count: mostPictures }));
    read.mutate(files, { onSuccess: tell });
  };
  const tell = ({ data, leftOut }: Result<'uploadCatalog'>) => {
    notifyDone(data.length === 0 ? t('items.readNothingNew') : t('items.read', { count: data.length }));
    if (leftOut > 0) notifyTrouble(t('items.leftOut', { count: leftOut }));
  };
  return (
    <FileButton multiple accept={accepted} onChange={onFiles} resetRef={forget}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          leftSection={<IconFileUpload size={16} aria-hidden />}
          loading={read.isPending}
        >
          {t('items.readFile')}
        </Button>
      )}
    </FileButton>
  );
}

/** One file, or several pictures; the server checks the rest. */
const canBeRead = (files: File[]): boolean =>
  files.length === 1 || (files.length <= mostPictures && files.every(({ type }) => pictureTypes.includes(type)));

/** Sorts pages by name in numeric order, because browsers return files in any order. */
const inOrder = (files: File[]): File[] =>
  files.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
