import { Button, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/form/date-field.tsx';
import { TimeField } from '../../../components/form/time-field.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { minuteMs } from '../shop-time.ts';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import { type SlotDraft, toDraft, useFreeSlots } from './slot.ts';

const usualMinutes = [15, 30, 45, 60, 90, 120, 180, 240];
const offered = 4;

interface SlotFieldsProps {
  aiAgentId: string | null;
  value: SlotDraft;
  /** The shop's date. */
  today: string;
  onChange(changes: Partial<SlotDraft>): void;
}

/** Day, time and length, and the next free slots to choose from. */
export function SlotFields({ aiAgentId, value, today, onChange }: SlotFieldsProps) {
  const { t } = useTranslation('calendar');
  const { duration } = useFormats();
  const lengths = [...new Set([...usualMinutes, value.minutes])].sort((a, b) => a - b);
  return (
    <>
      <div className="ca-slot-fields">
        <DateField label={t('form.date')} value={value.date} required onChange={(date) => onChange({ date })} />
        <TimeField label={t('form.time')} value={value.time} required onChange={(time) => onChange({ time })} />
        <Select
          label={t('form.minutes')}
          data={lengths.map((minutes) => ({ value: String(minutes), label: duration(minutes * minuteMs) }))}
          value={String(value.minutes)}
          allowDeselect={false}
          onChange={(minutes) => onChange({ minutes: Number(minutes) })}
        />
      </div>
      <FreeSlots aiAgentId={aiAgentId} value={value} today={today} onChange={onChange} />
    </>
  );
}

function FreeSlots({ aiAgentId, value, today, onChange }: SlotFieldsProps) {
  const { t } = useTranslation('calendar');
  const { timezone } = useConsole().workspace;
  const { dayTime } = useCalendarFormats();
  const date = value.date === '' ? today : value.date;
  const { data } = useFreeSlots(aiAgentId, { date, minutes: value.minutes }, offered);
  if (!data) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t(data.data.length === 0 ? 'form.noFree' : 'form.free')}
      </Text>
      <Group gap={6}>
        {data.data.map((slot) => (
          <Button
            key={slot.startTime}
            size="compact-sm"
            variant="default"
            fw={400}
            onClick={() => onChange(toDraft(slot, timezone))}
          >
            {dayTime(slot.startTime)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
