import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyDone, notifyTrouble, notifyUndo } from '../../../components/feedback/notify.ts';
import { type Appointment, type CalendarView, nameOf } from '../calendar.ts';
import { useCalendarFormats } from '../use-calendar-formats.ts';

type Draft = Body<'createAppointment'>;
type Changes = Body<'updateAppointment'>;
type Slot = Pick<Appointment, 'id' | 'startTime' | 'endTime'>;
type Move = Changes & Pick<Slot, 'startTime' | 'endTime'>;
/** An appointment, or what changes of it. */
type Shown = Pick<Appointment, 'id'> & Partial<Appointment>;

/** Books and changes appointments, and tells what was done and what became of the message. All throw `ApiError`. */
export function useActs() {
  const { t } = useTranslation('calendar');
  const client = useQueryClient();
  const { dayTime } = useCalendarFormats();
  return useMemo(() => {
    const show = (changed: Shown): void => {
      client.setQueriesData<CalendarView>({ queryKey: ['getCalendar'] }, (calendar) => withEntry(calendar, changed));
    };
    const change = async (id: string, body: Changes): Promise<Appointment> => {
      const changed = await call('updateAppointment', { path: { id }, body });
      show(changed);
      invalidate(client, reads.appointments);
      return changed;
    };
    const report = (text: string, { notification, clientName }: Appointment): void => {
      if (notification === null) {
        notifyDone(text);
        return;
      }
      const { status } = notification;
      const told = t(`told.${status}`, { name: clientName ?? t('client') });
      (status === 'SENT' || status === 'WAITING' ? notifyDone : notifyTrouble)(`${text} ${told}`);
    };
    return {
      async book(draft: Draft, tells: boolean): Promise<Appointment> {
        const made = await call('createAppointment', { body: draft });
        const booked = tells ? await change(made.id, { notifyClient: true }) : made;
        report(t('done.booked', { name: nameOf(booked), when: dayTime(booked.startTime) }), booked);
        await invalidate(client, reads.appointments);
        return booked;
      },
      /** Shows at once, and reverts if the server rejects it. Offers to undo it, unless the customer was told. */
      async move({ id, startTime, endTime }: Slot, { startTime: from, endTime: to, ...rest }: Move) {
        show({ id, startTime: from, endTime: to });
        const moved = await change(id, { startTime: from, endTime: to, ...rest }).catch((error: unknown) => {
          show({ id, startTime, endTime });
          throw error;
        });
        const text = t('done.moved', { name: nameOf(moved), when: dayTime(moved.startTime) });
        if (moved.notification !== null) report(text, moved);
        else notifyUndo(text, () => change(id, { startTime, endTime, allowOverlap: true }));
        return moved;
      },
      async become(before: Appointment, body: Changes): Promise<Appointment> {
        const changed = await change(before.id, body);
        report(t(`done.${changed.status}`, { name: nameOf(changed) }), changed);
        return changed;
      },
      change,
      async remove({ id, ...appointment }: Appointment): Promise<void> {
        await call('deleteAppointment', { path: { id } });
        notifyDone(t('done.deleted', { name: nameOf(appointment) }));
        await invalidate(client, reads.appointments);
      },
    };
  }, [client, t, dayTime]);
}

/** The calendar with a changed appointment, so that it is in its new place before the calendar is read again. */
function withEntry(calendar: CalendarView | undefined, changed: Shown): CalendarView | undefined {
  if (!calendar?.appointments.some(({ id }) => id === changed.id)) return calendar;
  const appointments = calendar.appointments.map((entry) =>
    entry.id === changed.id ? { ...entry, ...changed } : entry,
  );
  return { ...calendar, appointments };
}
