import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useField } from './form-context.ts';

interface Row {
  key: number;
  name: string;
  value: string;
}

interface PairsFieldProps {
  path: string;
  label: string;
  help?: string;
  nameLabel: string;
  valueLabel: string;
  isOptional?: boolean;
}

const toRecord = (rows: Row[]): Record<string, string> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));

const toRows = (record: Record<string, string>): Row[] =>
  Object.entries(record).map(([name, value], key) => ({ key, name, value }));

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Names with a value each. A line without a name is kept here until it has one. */
export function PairsField({ path, label, help, nameLabel, valueLabel, isOptional = false }: PairsFieldProps) {
  const { t } = useTranslation('flows');
  const { value = {}, set, fault } = useField<Record<string, string>>(path);
  const [rows, setRows] = useState(() => toRows(value));
  // After undo, the rows are others.
  if (!isSame(toRecord(rows), value)) setRows(toRows(value));
  const change = (next: Row[]) => {
    setRows(next);
    const record = toRecord(next);
    if (!isSame(record, value)) set(isOptional && Object.keys(record).length === 0 ? undefined : record);
  };
  const write = (row: Row) => change(rows.map((one) => (one.key === row.key ? row : one)));
  return (
    <Input.Wrapper component="fieldset" className="fw-fieldset" data-field={path}>
      <Input.Label component="legend">{label}</Input.Label>
      {help !== undefined && <Input.Description>{help}</Input.Description>}
      <Stack gap={6} mt={6}>
        {rows.map((row, index) => (
          <Group key={row.key} gap={4} wrap="nowrap">
            <TextInput
              flex={2}
              miw={0}
              aria-label={`${nameLabel} ${index + 1}`}
              placeholder={nameLabel}
              value={row.name}
              maxLength={80}
              onChange={(event) => write({ ...row, name: event.currentTarget.value.trim() })}
            />
            <TextInput
              flex={3}
              miw={0}
              aria-label={`${valueLabel} ${index + 1}`}
              placeholder={valueLabel}
              value={row.value}
              maxLength={2_000}
              onChange={(event) => write({ ...row, value: event.currentTarget.value })}
            />
            <ToolButton
              label={t('fields.removeLine', { number: index + 1 })}
              onClick={() => change(rows.filter((one) => one !== row))}
            >
              <IconX size={16} aria-hidden />
            </ToolButton>
          </Group>
        ))}
        {fault !== undefined && <Input.Error>{fault}</Input.Error>}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() =>
              change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value: '' }])
            }
          >
            {t('fields.addLine')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
