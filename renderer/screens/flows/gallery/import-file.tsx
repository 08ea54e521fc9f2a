import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useFileDrop } from '../../../components/form/use-file-drop.ts';
import { flowReads } from '../queries.ts';

/** Limit of the server for one request. */
const largest = 5 * 1024 * 1024;

interface ImportFileProps {
  aiAgentId: string;
  onCreated(flow: { id: string }): void;
}

/** Creates a flow from a file, chosen by a button or dropped. */
export function ImportFile({ aiAgentId, onCreated }: ImportFileProps) {
  const { t } = useTranslation('flow-parts');
  const client = useQueryClient();
  const forget = useRef<() => void>(null);
  const read = useMutation({
    async mutationFn(file: File) {
      const content = file.size <= largest ? readJson(await file.text()) : null;
      if (content === null) throw new Error(t('import.notAFlow', { name: file.name }));
      return call('importFlow', { body: { aiAgentId, file: content } });
    },
    onSuccess: onCreated,
    onSettled: () => invalidate(client, flowReads),
  });
  const onFile = (file: File | null | undefined) => {
    // The same file can be chosen again once it is mended.
    forget.current?.();
    if (file) read.mutate(file);
  };
  const drop = useFileDrop(([file]) => onFile(file));
  return (
    <>
      <Group className="fd-drop" data-over={drop.isOver || undefined} {...drop.handlers}>
        <FileButton accept=".json,application/json" onChange={onFile} resetRef={forget}>
          {(props) => (
            <Button
              {...props}
              size="sm"
              variant="default"
              leftSection={<IconFileUpload size={17} aria-hidden />}
              loading={read.isPending}
            >
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {t('import.drop')}
        </Text>
      </Group>
      {read.error && <Failure error={read.error} />}
    </>
  );
}

/** An object in JSON; null for anything else. The server checks what it holds. */
function readJson(text: string): Body<'importFlow'>['file'] | null {
  try {
    const content = JSON.parse(text);
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : null;
  } catch {
    return null;
  }
}
