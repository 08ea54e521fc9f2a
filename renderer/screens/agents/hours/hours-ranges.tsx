import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../components/form/time-field.tsx';
import { endsNextDay, type Faults, isWholeDay, mostRanges, proposeRange, type Range } from './hours.ts';

interface HoursRangesProps {
  /** Day of the ranges, for screen readers. */
  name: string;
  ranges: Range[];
  faults: Faults;
  onChange(ranges: Range[]): void;
}

/** The time ranges of one day. */
export function HoursRanges({ name, ranges, faults, onChange }: HoursRangesProps) {
  const { t } = useTranslation('agents');
  return (
    <Stack gap={6} className="fd-day-hours">
      {ranges.map((range, index) => (
        <Group key={range.key} gap={6} align="center">
          <Times
            name={ranges.length > 1 ? `${name} (${index + 1})` : name}
            range={range}
            fault={faults.get(range.key)}
            onChange={(changed) => onChange(ranges.with(index, changed))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t('hours.removeRange')}: ${name} (${index + 1})`}
            onClick={() => onChange(ranges.toSpliced(index, 1))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
          {index === ranges.length - 1 && ranges.length < mostRanges && (
            <ActionIcon
              variant="subtle"
              aria-label={`${t('hours.addRange')}: ${name}`}
              onClick={() => onChange([...ranges, proposeRange(ranges)])}
            >
              <IconPlus size={17} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}

interface TimesProps {
  name: string;
  range: Range;
  fault: string | undefined;
  onChange(range: Range): void;
}

function Times({ name, range, fault, onChange }: TimesProps) {
  const { t } = useTranslation('agents');
  const noteId = useId();
  const note = noteOf(range);
  const input = (end: 'from' | 'to') => (
    <TimeField
      className="fd-time"
      aria-label={`${name}, ${t(`hours.${end}`)}`}
      aria-describedby={noteId}
      value={range[end]}
      // The message is shown once, after both fields.
      error={fault !== undefined}
      onChange={(time) => onChange({ ...range, [end]: time })}
    />
  );
  return (
    <>
      {input('from')}
      <Text size="sm" c="dimmed" aria-hidden>
        –
      </Text>
      {input('to')}
      <Text id={noteId} size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'} className="fd-time-note">
        {fault ? t(`hours.faults.${fault}`) : note && t(`hours.${note}`)}
      </Text>
    </>
  );
}

function noteOf(range: Range): 'wholeDay' | 'nextDay' | null {
  if (isWholeDay(range)) return 'wholeDay';
  return endsNextDay(range) ? 'nextDay' : null;
}
