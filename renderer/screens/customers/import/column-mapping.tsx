import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ColumnUse, Preview } from './import-dialog.tsx';

const uses: ColumnUse[] = ['ignore', 'phone', 'contactId', 'addresses', 'name', 'email', 'tags', 'field'];

interface ColumnMappingProps {
  preview: Preview;
  onChange(columns: ColumnUse[]): void;
}

/** The first rows of the file under a choice of what each column is. */
export function ColumnMapping({ preview, onChange }: ColumnMappingProps) {
  const { t } = useTranslation('customers');
  const { header, columns, sample } = preview;
  const choose = (place: number, use: ColumnUse) =>
    // A person has one number, one name and one e-mail.
    onChange(
      columns.map((present, at) => (at === place ? use : present === use && use !== 'field' ? 'ignore' : present)),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="cu-scroll" tabIndex={0} aria-label={t('import.columns')}>
      <table className="cu-sample">
        <thead>
          <tr>
            {header.map((heading, place) => (
              <th key={place}>
                <span className="cu-heading">{heading || t('import.column', { number: place + 1 })}</span>
                <NativeSelect
                  size="xs"
                  aria-label={t('import.useOf', { name: heading || place + 1 })}
                  data={uses.map((use) => ({ value: use, label: t(`import.uses.${use}`) }))}
                  value={columns[place] ?? 'ignore'}
                  onChange={(event) => choose(place, event.currentTarget.value as ColumnUse)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, cells }) => (
            <tr key={line}>
              {header.map((_, place) => (
                <td key={place} data-ignored={columns[place] === 'ignore' || undefined}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
