import '../words.ts';
import '../calendar.css';
import { Alert, Autocomplete, Button, Checkbox, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { useBegun } from '../../../kept/use-kept.ts';
import { useConsole } from '../../../session.ts';
import type { Appointment, BookingStart, Lane } from '../calendar.ts';
import { clockAt, minuteMs } from '../shop-time.ts';
import { PersonFields } from './person-fields.tsx';
import { type Slot, type SlotDraft, toDraft, toSlot, useFreeSlots, useLanes, useSlotCheck } from './slot.ts';
import { SlotFields } from './slot-fields.tsx';
import { SlotReport } from './slot-report.tsx';
import { TellChoice } from './tell-choice.tsx';
import { useActs } from './use-acts.ts';

interface BookDialogProps {
  /** What is known already; null closes it. */
  start: BookingStart | null;
  onClose(): void;
  onBooked?: (appointment: Appointment) => void;
}

/** Books an appointment, in the calendar and in a conversation. */
export function BookDialog({ start, ...rest }: BookDialogProps) {
  const { t } = useTranslation('calendar');
  const lanes = useLanes();
  return (
    <Modal
      opened={start !== null}
      onClose={rest.onClose}
      title={t('book.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {start && !lanes && <Loading shape="form" count={3} />}
      {start && lanes?.length === 0 && <Alert color="orange">{t('book.noAgent')}</Alert>}
      {start && lanes?.[0] && <BookForm start={start} lanes={lanes} first={lanes[0]} {...rest} />}
    </Modal>
  );
}

interface Fields extends SlotDraft {
  aiAgentId: string;
  clientName: string;
  contactId: string | null;
  clientPhone: string;
  title: string;
  notes: string;
  isConfirmed: boolean;
  tells: boolean;
}

const usualMinutes = 60;

function useFields(start: BookingStart, first: Lane) {
  const { timezone } = useConsole().workspace;
  const place = `appointment.new.${start.contactId ?? ''}.${start.startTime ?? ''}`;
  const [fields, setFields, begun] = useBegun<Fields>(place, beginFields(start, first, timezone));
  const change = (changes: Partial<Fields>) => setFields((present) => ({ ...present, ...changes }));
  return { fields, change, begun };
}

function beginFields(start: BookingStart, first: Lane, timezone: string): Fields {
  const minutes = start.minutes ?? usualMinutes;
  const slot = start.startTime && { startTime: start.startTime, endTime: endOf(start.startTime, minutes) };
  return {
    ...(slot ? toDraft(slot, timezone) : { date: '', time: '', minutes }),
    aiAgentId: start.aiAgentId ?? first.id,
    clientName: start.clientName ?? '',
    contactId: start.contactId ?? null,
    clientPhone: start.clientPhone ?? '',
    title: start.title ?? '',
    notes: '',
    isConfirmed: true,
    tells: false,
  };
}

const endOf = (startTime: string, minutes: number): string =>
  new Date(Date.parse(startTime) + minutes * minuteMs).toISOString();

function BookForm({
  start,
  lanes,
  first,
  onClose,
  onBooked,
}: BookDialogProps & { start: BookingStart; lanes: Lane[]; first: Lane }) {
  const { t } = useTranslation('calendar');
  const { timezone } = useConsole().workspace;
  const { fields, change, begun } = useFields(start, first);
  const end = () => {
    begun.forget();
    onClose();
  };
  const today = clockAt(Date.now(), timezone).date;
  useFirstFree(fields, today, change);
  const slot = toSlot(fields, timezone);
  const { data: check, isPlaceholderData, refetch } = useSlotCheck(fields.aiAgentId, slot);
  const isTaken = !isPlaceholderData && (check?.conflicts.length ?? 0) > 0;
  const { book } = useActs();
  const lane = lanes.find(({ id }) => id === fields.aiAgentId) ?? first;
  const save = useMutation({
    mutationFn: (wanted: Slot) => book({ ...toDraftOf(fields), ...wanted, allowOverlap: isTaken }, fields.tells),
    onSuccess: (booked) => {
      onBooked?.(booked);
      end();
    },
    // Somebody was faster: the report says who.
    onError: (error) => error instanceof ApiError && error.code === 'slot_taken' && refetch(),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (slot) save.mutate(slot);
  };
  const faults = fieldsOf(save.error);
  const other = restOf(save.error, ['clientPhone']);
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <BegunNote begun={begun} />
        <PersonFields {...fields} phoneError={faults.clientPhone} onChange={change} />
        <WhatFields lanes={lanes} lane={lane} fields={fields} onChange={change} />
        <SlotFields aiAgentId={lane.id} value={fields} today={today} onChange={change} />
        <SlotReport check={check} draft={fields} agentName={lane.name} />
        <Textarea
          label={t('form.notes')}
          value={fields.notes}
          maxLength={500}
          autosize
          minRows={1}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
        <Group gap="lg">
          <Checkbox
            label={t('form.confirmed')}
            checked={fields.isConfirmed}
            onChange={(event) => change({ isConfirmed: event.currentTarget.checked })}
          />
          <TellChoice
            name={fields.clientName}
            canTell={hasCustomer(fields)}
            checked={fields.tells}
            onChange={(tells) => change({ tells })}
          />
        </Group>
        {other && <Failure error={other} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={end}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!slot || titleOf(fields) === ''}>
            {t(isTaken ? 'book.anyway' : 'book.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What for, else who. */
const titleOf = ({ title, clientName }: Fields): string => title.trim() || clientName.trim();

const hasCustomer = ({ contactId, clientPhone }: Fields): boolean => contactId !== null || clientPhone.trim() !== '';

const toDraftOf = (fields: Fields) => ({
  aiAgentId: fields.aiAgentId,
  title: titleOf(fields),
  status: fields.isConfirmed ? ('CONFIRMED' as const) : ('PENDING' as const),
  ...(fields.clientName.trim() === '' ? {} : { clientName: fields.clientName.trim() }),
  ...(fields.contactId === null ? {} : { contactId: fields.contactId }),
  ...(fields.contactId !== null || fields.clientPhone.trim() === '' ? {} : { clientPhone: fields.clientPhone.trim() }),
  ...(fields.notes.trim() === '' ? {} : { notes: fields.notes.trim() }),
});

/** Without a time of its own the form begins with the agent's next free slot. */
function useFirstFree({ aiAgentId, date, minutes }: Fields, today: string, change: (slot: SlotDraft) => void): void {
  const { timezone } = useConsole().workspace;
  const isAsked = date === '';
  const { data } = useFreeSlots(isAsked ? aiAgentId : null, { date: today, minutes }, 1);
  const free = data?.data[0];
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isAsked || isDone || !free) return;
    setIsDone(true);
    change(toDraft(free, timezone));
  }, [isAsked, isDone, free, change, timezone]);
}

interface WhatFieldsProps {
  lanes: Lane[];
  lane: Lane;
  fields: Fields;
  onChange(changes: Partial<Fields>): void;
}

/** Agent and service; a service brings its length. */
function WhatFields({ lanes, lane, fields, onChange }: WhatFieldsProps) {
  const { t } = useTranslation('calendar');
  const choose = (title: string) => {
    const minutes = lane.services.find(({ name }) => name === title)?.durationMinutes;
    onChange(minutes ? { title, minutes } : { title });
  };
  return (
    <Group gap="sm" grow preventGrowOverflow={false} align="flex-start">
      {lanes.length > 1 && (
        <Select
          label={t('form.agent')}
          data={lanes.map(({ id, name }) => ({ value: id, label: name }))}
          value={lane.id}
          allowDeselect={false}
          onChange={(aiAgentId) => aiAgentId && onChange({ aiAgentId })}
        />
      )}
      <Autocomplete
        label={t('form.title')}
        data={[...new Set(lane.services.map(({ name }) => name))]}
        value={fields.title}
        maxLength={255}
        onChange={choose}
      />
    </Group>
  );
}
