import { z } from 'zod';
import { appointmentCreated, appointmentDeleted, appointmentUpdated, type EventKind } from '../../../events.ts';
import { ConnectorError, type SyncEvent } from '../connector.ts';
import { fill, Template } from '../templates.ts';

/** The events that add an appointment to a calendar, change it or remove it. */
export const appointmentEvents: EventKind[] = [
  appointmentCreated.kind,
  appointmentUpdated.kind,
  appointmentDeleted.kind,
];

/** Config of every calendar action besides its calendar. */
export const appointmentTexts = {
  title: Template.min(1).default('{{data.title}}{{#data.clientName}}: {{data.clientName}}{{/data.clientName}}'),
  notes: Template.default('{{data.clientPhone}}\n{{data.notes}}'),
};

const Booked = z.object({ id: z.string(), startTime: z.iso.datetime(), endTime: z.iso.datetime(), status: z.string() });

/** An appointment as the calendar should show it, times in UTC; `isGone` when it should be removed. */
export interface CalendarEntry {
  id: string;
  start: string;
  end: string;
  title: string;
  notes: string;
  isGone: boolean;
  /** Whether it may be in the calendar already. */
  isChange: boolean;
}

export const fillEntry = (texts: { title: string; notes: string }, event: SyncEvent): CalendarEntry => {
  const booked = Booked.safeParse(event.data);
  if (!booked.success) throw new ConnectorError('template', 'The event is not an appointment', { isFinal: true });
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
