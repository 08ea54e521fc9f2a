import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadServerWords, tell } from '../../../api/server-words.ts';
import type { Preview } from './import-dialog.tsx';

interface RefusedRowsProps {
  rows: Pick<Preview, 'errors' | 'errorCount'>;
  fileName: string;
  title: string;
}

const shown = 8;

/** The rows that are not imported: line, field and why; all of them as a file. */
export function RefusedRows({ rows: { errors, errorCount }, fileName, title }: RefusedRowsProps) {
  const { t, i18n } = useTranslation('customers');
  const { data: words } = useQuery({
    queryKey: ['serverWords', i18n.language],
    queryFn: () => loadServerWords(i18n.language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (errorCount === 0 || !words) return null;
  const told = errors.map(({ line, column, message }) => ({ line, column: column ?? '', why: tell(words, message) }));
  const save = () => {
    const head = [t('import.line'), t('import.field'), t('import.why')];
    saveCsv(`${fileName.replace(/\.\w+$/, '')}-${t('import.reportName')}.csv`, [
      head,
      ...told.map(({ line, column, why }) => [String(line), column, why]),
    ]);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Button variant="default" size="compact-sm" leftSection={<IconDownload size={15} aria-hidden />} onClick={save}>
          {t('import.report')}
        </Button>
      </Group>
      <table className="cu-refused">
        <thead>
          <tr>
            <th>{t('import.line')}</th>
            <th>{t('import.field')}</th>
            <th>{t('import.why')}</th>
          </tr>
        </thead>
        <tbody>
          {told.slice(0, shown).map(({ line, column, why }) => (
            <tr key={`${line} ${column}`}>
              <td>{line}</td>
              <td>{column}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errorCount > shown && (
        <Text size="sm" c="dimmed">
          {t('import.more', { count: errorCount - shown })}
        </Text>
      )}
    </Stack>
  );
}

/** Positions at which a spreadsheet starts a formula, as in `server/platform/text/csv-export.ts`. */
const formulaStart = /(?<=^|[;|\t\n\r])'*(?=[=+\-@\t\r＝＋－＠])/g;

/** Saves rows as CSV that spreadsheets open with accents; a cell that would run as a formula is made text. */
function saveCsv(name: string, rows: string[][]): void {
  const toCell = (text: string) => `"${text.replace(formulaStart, "'$&").replaceAll('"', '""')}"`;
  const text = rows.map((cells) => cells.map(toCell).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
