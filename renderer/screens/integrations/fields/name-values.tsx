import { ActionIcon, Autocomplete, Button, Group, Input, PasswordInput, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EventValue } from './event-values.ts';
import { type Row, rowOf } from './form-values.ts';
import { TemplateInput } from './template-input.tsx';

interface NameValuesProps {
  label: string;
  description?: string;
  required: boolean;
  error: string | undefined;
  rows: Row[];
  onChange(rows: Row[]): void;
  /** Known names in the connected system. */
  names?: string[];
  /** Event values that can be inserted. */
  eventValues?: EventValue[];
  /** The values are secret. */
  isSecret?: boolean;
}

/** List of name–value pairs: columns with their content, headers with their values. */
export function NameValues(props: NameValuesProps) {
  const { t } = useTranslation('integrations');
  const { label, description, required, error, rows, onChange } = props;
  const change = (changed: Row) => onChange(rows.map((row) => (row.key === changed.key ? changed : row)));
  return (
    <Input.Wrapper component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Input.Label component="legend" required={required} p={0}>
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description mb={6}>{description}</Input.Description>}
      <Stack gap={6} mt={4}>
        {rows.map((row, index) => (
          <Line
            key={row.key}
            {...props}
            row={row}
            number={index + 1}
            onChanged={change}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
        {error !== undefined && <Input.Error>{error}</Input.Error>}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => onChange([...rows, rowOf()])}
          >
            {t('form.addRow')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface LineProps extends NameValuesProps {
  row: Row;
  number: number;
  onChanged(row: Row): void;
  onRemove(): void;
}

function Line({ row, number, names = [], eventValues = [], isSecret, onChanged, onRemove }: LineProps) {
  const { t } = useTranslation('integrations');
  const setValue = (value: string) => onChanged({ ...row, value });
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Autocomplete
        style={{ flex: '2 1 0', minWidth: 0 }}
        aria-label={t('form.rowName', { number })}
        placeholder={t('form.namePlaceholder')}
        maxLength={200}
        data={names}
        value={row.name}
        onChange={(name) => onChanged({ ...row, name })}
      />
      <div style={{ flex: '3 1 0', minWidth: 0 }}>
        {isSecret ? (
          <PasswordInput
            aria-label={t('form.rowValue', { number })}
            autoComplete="new-password"
            maxLength={2_000}
            value={row.value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <TemplateInput
            ariaLabel={t('form.rowValue', { number })}
            value={row.value}
            onChange={setValue}
            eventValues={eventValues}
          />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        onClick={onRemove}
        aria-label={t('form.removeRow', { number })}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
