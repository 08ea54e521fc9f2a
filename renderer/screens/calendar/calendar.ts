import type { Result } from '../../api/operations.ts';

export type CalendarView = Result<'getCalendar'>;
export type Lane = CalendarView['lanes'][number];
export type Entry = CalendarView['appointments'][number];
export type Day = CalendarView['days'][number];
export type Booking = Result<'getBooking'>;
export type Appointment = Booking['appointment'];
export type Status = Entry['status'];

export const statuses = ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED'] as const satisfies Status[];

/** Whether an appointment holds its slot; the others can neither move nor change their state. */
export const isActive = ({ status }: { status: Status }): boolean => status === 'PENDING' || status === 'CONFIRMED';

/** Who comes, else what for. */
export const nameOf = ({ clientName, title }: Pick<Entry, 'clientName' | 'title'>): string => clientName ?? title;

/** What a booking is begun with. */
export interface BookingStart {
  aiAgentId?: string | undefined;
  title?: string | undefined;
  clientName?: string | undefined;
  contactId?: string | undefined;
  clientPhone?: string | undefined;
  /** Absent: the next free slot. */
  startTime?: string | undefined;
  minutes?: number | undefined;
}
