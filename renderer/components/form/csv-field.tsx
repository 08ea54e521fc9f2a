import { FileInput, Loader, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/client.ts';
import { useFileDrop } from './use-file-drop.ts';

interface CsvFieldProps {
  label: string;
  description: string;
  value: File | null;
  /** The file is being read. */
  isBusy: boolean;
  onChange(file: File | null): void;
}

/** Field for a CSV file, which can also be dropped on it. */
export function CsvField({ label, description, value, isBusy, onChange }: CsvFieldProps) {
  const { t } = useTranslation();
  const drop = useFileDrop(([file]) => file && onChange(file));
  return (
    <div className="fd-drop" data-over={drop.isOver || undefined} {...drop.handlers}>
      <FileInput
        label={label}
        description={description}
        placeholder={t('csv.choose')}
        accept=".csv,.txt,.tsv,text/csv"
        leftSection={isBusy ? <Loader size={16} /> : <IconFileSpreadsheet size={18} aria-hidden />}
        value={value}
        onChange={onChange}
        clearable
        clearButtonProps={{ 'aria-label': t('csv.clear') }}
      />
      <Text size="xs" c="dimmed" mt={6} visibleFrom="xs">
        {t('csv.drop')}
      </Text>
    </div>
  );
}

/** The text of a CSV file. The server reads it: spreadsheet programs write other encodings than the one browsers assume. */
export const readCsvFile = async (file: File): Promise<string> => (await upload('readTextFile', {}, file)).text;
