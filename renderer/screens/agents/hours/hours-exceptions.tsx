import { ActionIcon, Button, SegmentedControl, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/form/date-field.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { type ExceptionalDay, type Faults, mostExceptions, nextKey, proposeRange } from './hours.ts';
import { HoursRanges } from './hours-ranges.tsx';

interface HoursExceptionsProps {
  exceptions: ExceptionalDay[];
  faults: Faults;
  onChange(exceptions: ExceptionalDay[]): void;
}

/** Holidays and days with special hours. */
export function HoursExceptions({ exceptions, faults, onChange }: HoursExceptionsProps) {
  const { t } = useTranslation('agents');
  return (
    <div>
      <Text fw={600} size="sm">
        {t('hours.exceptions')}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t('hours.exceptionsHelp')}
      </Text>
      <ul className="fd-list fd-days">
        {exceptions.map((entry, index) => (
          <li key={entry.key} className="fd-line fd-day">
            <Exception
              entry={entry}
              faults={faults}
              onChange={(changed) => onChange(exceptions.with(index, changed))}
              onRemove={() => onChange(exceptions.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="xs"
        variant="light"
        mt="sm"
        disabled={exceptions.length >= mostExceptions}
        onClick={() => onChange([...exceptions, { key: nextKey(), date: '', ranges: [] }])}
      >
        {t('hours.addException')}
      </Button>
    </div>
  );
}

interface ExceptionProps {
  entry: ExceptionalDay;
  faults: Faults;
  onChange(entry: ExceptionalDay): void;
  onRemove(): void;
}

function Exception({ entry, faults, onChange, onRemove }: ExceptionProps) {
  const { t } = useTranslation('agents');
  const { day } = useFormats();
  const { key, date, ranges } = entry;
  const fault = faults.get(key);
  const name = date === '' ? t('hours.newDay') : day(`${date}T12:00:00Z`);
  return (
    <>
      <DateField
        aria-label={`${t('hours.date')}: ${name}`}
        value={date}
        error={fault && t(`hours.faults.${fault}`)}
        onChange={(chosen) => onChange({ ...entry, date: chosen })}
      />
      <div className="fd-day-hours">
        <SegmentedControl
          size="xs"
          mt={2}
          mb={ranges.length > 0 ? 6 : 0}
          aria-label={name}
          data={[
            { value: 'closed', label: t('hours.closed') },
            { value: 'open', label: t('hours.otherHours') },
          ]}
          value={ranges.length === 0 ? 'closed' : 'open'}
          onChange={(value) => onChange({ ...entry, ranges: value === 'open' ? [proposeRange([])] : [] })}
        />
        {ranges.length > 0 && (
          <HoursRanges
            name={name}
            ranges={ranges}
            faults={faults}
            onChange={(changed) => onChange({ ...entry, ranges: changed })}
          />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="red"
        className="fd-day-copy"
        aria-label={`${t('hours.removeException')}: ${name}`}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </>
  );
}
