import { Alert, Anchor, Button, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime, IconMessage, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { optionalQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { UnconfirmedNote } from '../../../components/unconfirmed/unconfirmed.tsx';
import { HiddenNumber } from '../../../components/values/hidden-number.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import { useConsole } from '../../../session.ts';
import { type Appointment, type Booking, type BookingStart, isActive, nameOf } from '../calendar.ts';
import { clockAt } from '../shop-time.ts';
import { StatusMark } from '../status-mark.tsx';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import { Messages } from './messages.tsx';
import { StateActions } from './state-actions.tsx';
import { useActs } from './use-acts.ts';

interface BookingDrawerProps {
  /** Null closes it. */
  id: string | null;
  /** A dialog lies above it, which has the keys. */
  isBelow: boolean;
  onClose(): void;
  onMove(appointment: Appointment, agentName: string): void;
  onBookAgain(start: BookingStart): void;
}

export const bookingQuery = (id: string) => optionalQuery('getBooking', { path: { id } });

/** One appointment with all that can be done with it. */
export function BookingDrawer({ id, isBelow, onClose, ...rest }: BookingDrawerProps) {
  const { t } = useTranslation('calendar');
  const booking = useQuery({ ...bookingQuery(id ?? ''), enabled: id !== null });
  const { data } = booking;
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      closeOnEscape={!isBelow}
      trapFocus={!isBelow}
      title={data ? nameOf(data.appointment) : t('booking')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {booking.error && <Failure error={booking.error} onRetry={booking.refetch} />}
      {booking.isPending && id !== null && <Loading shape="form" count={3} />}
      {data === null && <Alert color="gray">{t('missing')}</Alert>}
      {data && <Details key={data.appointment.id} booking={data} onClose={onClose} {...rest} />}
    </Drawer>
  );
}

function Details({
  booking,
  onClose,
  onMove,
  onBookAgain,
}: Omit<BookingDrawerProps, 'id' | 'isBelow'> & { booking: Booking }) {
  const { t } = useTranslation('calendar');
  const { appointment, agentName, conversationId } = booking;
  const { remove } = useActs();
  const removal = useMutation({ mutationFn: () => remove(appointment), onSuccess: onClose, onError: notifyFailure });
  const { aiAgentId, title, clientName, contactId, clientPhone } = appointment;
  const again = {
    aiAgentId,
    title,
    clientName: clientName ?? undefined,
    contactId: contactId ?? undefined,
    clientPhone: clientPhone ?? undefined,
    minutes: (Date.parse(appointment.endTime) - Date.parse(appointment.startTime)) / 60_000,
  };
  return (
    <Stack gap="md">
      <Facts booking={booking} />
      <UnconfirmedNote kind="appointment" id={appointment.id} unconfirmed={appointment.unconfirmed} />
      <Group gap="xs">
        {isActive(appointment) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => onMove(appointment, agentName)}
          >
            {t('move.open')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
          onClick={() => onBookAgain(again)}
        >
          {t('book.again')}
        </Button>
        {conversationId && (
          <Button
            component={Link}
            href={`/inbox/${conversationId}`}
            variant="default"
            size="xs"
            leftSection={<IconMessage size={16} aria-hidden />}
          >
            {t('openChat')}
          </Button>
        )}
      </Group>
      {isActive(appointment) && <StateActions appointment={appointment} />}
      <Messages booking={booking} />
      <EditForm appointment={appointment} />
      <Group justify="flex-end">
        <ConfirmButton
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={15} aria-hidden />}
          question={t('deleteQuestion')}
          onConfirm={() => removal.mutate()}
        >
          {t('shell:common.delete')}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

function Facts({ booking: { appointment, agentName } }: { booking: Booking }) {
  const { t } = useTranslation('calendar');
  const { fullDay, time } = useCalendarFormats();
  const { startTime, endTime, status, contactId, clientPhone, clientEmail, source, outsideBusinessHours } = appointment;
  return (
    <div>
      <StatusMark status={status} />
      <Text fw={600} mt={8} className="ca-when">
        <DayOf at={startTime} format={fullDay} />
      </Text>
      <Text className="fd-figures">
        {time(startTime)}–{time(endTime)} · {agentName}
      </Text>
      {clientPhone && (
        <Text size="sm">
          <Anchor href={`tel:${clientPhone}`}>{formatPhone(clientPhone)}</Anchor>
        </Text>
      )}
      {contactId !== null && clientPhone === null && <HiddenNumber />}
      {clientEmail && <Text size="sm">{clientEmail}</Text>}
      <Text size="sm" c="dimmed">
        {[t(`sources.${source}`), ...(outsideBusinessHours ? [t('outsideHours')] : [])].join(' · ')}
      </Text>
    </div>
  );
}

/** The shop's day of a moment. */
function DayOf({ at, format }: { at: string; format(date: string): string }) {
  const { timezone } = useConsole().workspace;
  return <time dateTime={at}>{format(clockAt(at, timezone).date)}</time>;
}

/** What for, and notes; the API does not change who comes or with which agent. */
function EditForm({ appointment }: { appointment: Appointment }) {
  const { t } = useTranslation('calendar');
  const { change } = useActs();
  const place = `appointment.${appointment.id}`;
  const [edited, setEdited, begun] = useBegun<{ title?: string; notes?: string }>(place, {});
  const save = useMutation({
    mutationFn: () => change(appointment.id, edited),
    onSuccess: begun.forget,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const title = edited.title ?? appointment.title;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label={t('form.title')}
          value={title}
          maxLength={255}
          required
          onChange={(event) => setEdited({ ...edited, title: event.currentTarget.value })}
        />
        <Textarea
          label={t('form.notes')}
          value={edited.notes ?? appointment.notes ?? ''}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => setEdited({ ...edited, notes: event.currentTarget.value })}
        />
        {save.error && <Failure error={save.error} />}
        {Object.keys(edited).length > 0 && (
          <Group justify="flex-end">
            <Button type="submit" size="sm" loading={save.isPending} disabled={title.trim() === ''}>
              {t('shell:common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
