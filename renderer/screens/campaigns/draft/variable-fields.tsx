import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Row } from './message.ts';

const sources = ['CONTACT', 'FIELD', 'FIXED'] as const;
const contactFields = ['firstName', 'name', 'phone', 'email'] as const;

interface VariableFieldsProps {
  rows: Row[];
  onChange(rows: Row[]): void;
}

/** Where the value of each variable comes from, and what stands there for people who have none. */
export function VariableFields({ rows, onChange }: VariableFieldsProps) {
  const { t } = useTranslation('campaigns');
  if (rows.length === 0) return <Text size="sm">{t('variables.none')}</Text>;
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <Fields key={row.variable} row={row} onChange={(changed) => onChange(rows.with(index, changed))} />
      ))}
    </Stack>
  );
}

function Fields({ row, onChange }: { row: Row; onChange(row: Row): void }) {
  const { t } = useTranslation('campaigns');
  const { variable, source, value, fallback } = row;
  const set = (changes: Partial<Row>) => onChange({ ...row, ...changes });
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Select
        label={t('variables.source', { variable: `{{${variable}}}` })}
        data={sources.map((one) => ({ value: one, label: t(`variables.${one}`) }))}
        value={source}
        onChange={(chosen) =>
          chosen !== null && set({ source: chosen, value: chosen === 'CONTACT' ? 'firstName' : '' })
        }
        allowDeselect={false}
      />
      {source === 'CONTACT' ? (
        <Select
          label={t('variables.contactField')}
          data={contactFields.map((one) => ({ value: one, label: t(`variables.fields.${one}`) }))}
          value={value}
          onChange={(chosen) => chosen !== null && set({ value: chosen })}
          allowDeselect={false}
        />
      ) : (
        <TextInput
          label={t(source === 'FIELD' ? 'variables.column' : 'variables.text')}
          required
          maxLength={source === 'FIELD' ? 200 : 1_024}
          value={value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('variables.fallback')}
        maxLength={1_024}
        value={fallback}
        onChange={(event) => set({ fallback: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
