import { z } from 'zod';
import { appointmentCreated, appointmentDeleted, appointmentUpdated, type EventKind } from '../../../events.ts';
import { ConnectorError, type SyncEvent } from '../connector.ts';
import { fill, Template } from '../templates.ts';

/** The events that put an appointment into a calendar, change it there and take it out again. */
export const appointmentEvents: EventKind[] = [
  appointmentCreated.kind,
  appointmentUpdated.kind,
  appointmentDeleted.kind,
];

/** What a calendar action is told beside its calendar. */
export const appointmentTexts = {
  title: Template.min(1).default('{{data.title}}{{#data.clientName}}: {{data.clientName}}{{/data.clientName}}'),
  notes: Template.default('{{data.clientPhone}}\n{{data.notes}}'),
};

const Booked = z.object({ id: z.string(), startTime: z.iso.datetime(), endTime: z.iso.datetime(), status: z.string() });

/** An appointment as a calendar shall show it: times in UTC; `isGone` when it shall show none. */
export interface CalendarEntry {
  id: string;
  start: string;
  end: string;
  title: string;
  notes: string;
  isGone: boolean;
  /** Whether it has been in the calendar before. */
  isChange: boolean;
}

export const fillEntry = (texts: { title: string; notes: string }, event: SyncEvent): CalendarEntry => {
  const booked = Booked.safeParse(event.data);
  if (!booked.success) throw new ConnectorError('template', 'The event is no appointment', { isFinal: true });
  const { id, startTime, endTime, status } = booked.data;
  return {
    id,
    start: startTime,
    end: endTime,
    title: fill(texts.title, event).trim(),
    notes: fill(texts.notes, event).trim(),
    isChange: event.type === appointmentUpdated.kind,
    isGone: event.type === appointmentDeleted.kind || status === 'CANCELLED',
  };
};
