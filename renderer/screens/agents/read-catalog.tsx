import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProposedItems } from '../../../server/areas/replies/upload-catalog.schemas.ts';
import { api } from '../../api.ts';
import { notifyDone } from '../../components/notify.ts';
import { agentPath } from './queries.ts';
import { useAgentAction } from './use-agent-action.ts';

/** Makes products out of a menu or a price list; they are not for sale before somebody has looked at them. */
export function ReadCatalog({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agents');
  const read = useAgentAction<File, ProposedItems>((file) => api.upload(`${agentPath(agentId)}/upload-catalog`, file));
  const onFile = (file: File | null) => {
    if (!file) return;
    read.mutate(file, { onSuccess: ({ data }) => notifyDone(t('items.read', { count: data.length })) });
  };
  return (
    <FileButton accept="application/pdf,image/jpeg,image/png,image/webp" onChange={onFile}>
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
