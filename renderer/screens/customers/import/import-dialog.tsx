import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body, Result } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CsvField, readCsvFile } from '../../../components/form/csv-field.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { RefusedRows } from './refused-rows.tsx';
import './import.css';

export type Preview = Result<'previewContactImport'>;
export type ColumnUse = Preview['columns'][number];

/** Imports customers from a file: choose, say what the columns are, look, import, read what was refused. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <ImportSteps onClose={onClose} />
    </Modal>
  );
}

function ImportSteps({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('customers');
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [csv, setCsv] = useState('');
  const look = useMutation({
    mutationFn: (body: Body<'previewContactImport'>) => call('previewContactImport', { body }),
  });
  const open = useMutation({
    mutationFn: readCsvFile,
    onSuccess: (text) => {
      setCsv(text);
      look.mutate({ csv: text });
    },
  });
  const run = useMutation({
    mutationFn: (columns: ColumnUse[]) => call('importContacts', { body: { csv, columns } }),
    onSuccess: () => invalidate(client, reads.contacts),
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    look.reset();
    run.reset();
    if (chosen) open.mutate(chosen);
  };
  const failure = open.error ?? look.error ?? run.error;
  if (run.data && file) return <Imported result={run.data} fileName={file.name} onClose={onClose} />;
  return (
    <Stack gap="md">
      <CsvField
        label={t('import.file')}
        description={t('import.fileHelp')}
        value={file}
        isBusy={open.isPending || look.isPending}
        onChange={choose}
      />
      {failure && <Failure error={failure} />}
      {look.data && file && (
        <Looked
          preview={look.data}
          fileName={file.name}
          isBusy={look.isPending || run.isPending}
          onMap={(columns) => look.mutate({ csv, columns })}
          onRun={run.mutate}
        />
      )}
    </Stack>
  );
}

interface LookedProps {
  preview: Preview;
  fileName: string;
  isBusy: boolean;
  onMap(columns: ColumnUse[]): void;
  onRun(columns: ColumnUse[]): void;
}

function Looked({ preview, fileName, isBusy, onMap, onRun }: LookedProps) {
  const { t } = useTranslation('customers');
  const { columns, valid, repeated } = preview;
  const namesPeople = columns.some((use) => use === 'phone' || use === 'contactId' || use === 'addresses');
  return (
    <>
      <ColumnMapping preview={preview} onChange={onMap} />
      {!namesPeople && <Alert color="orange">{t('import.needsPhone')}</Alert>}
      {namesPeople && (
        <Text size="sm" role="status">
          {t('import.valid', { count: valid })}
          {repeated > 0 && ` ${t('import.repeated', { count: repeated })}`}
        </Text>
      )}
      <RefusedRows rows={preview} fileName={fileName} title={t('import.willRefuse', { count: preview.errorCount })} />
      <Group justify="flex-end">
        <Button disabled={!namesPeople || valid === 0} loading={isBusy} onClick={() => onRun(columns)}>
          {t('import.run', { count: valid })}
        </Button>
      </Group>
    </>
  );
}

interface ImportedProps {
  result: Result<'importContacts'>;
  fileName: string;
  onClose(): void;
}

function Imported({ result, fileName, onClose }: ImportedProps) {
  const { t } = useTranslation('customers');
  const { created, updated, skipped, errorCount } = result;
  return (
    <Stack gap="md">
      <Alert color={errorCount > 0 ? 'orange' : 'brand'} role="status">
        {t('import.created', { count: created })} {t('import.updated', { count: updated })}{' '}
        {skipped > 0 && t('import.skipped', { count: skipped })}
      </Alert>
      <RefusedRows rows={result} fileName={fileName} title={t('import.refused', { count: errorCount })} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('shell:common.close')}</Button>
      </Group>
    </Stack>
  );
}
