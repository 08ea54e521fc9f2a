import { eventsAbout } from '../../platform/work/define-event.ts';
import { story, storyTimes } from '../event-story.ts';
import { Appointment } from './schemas.ts';

const { ids, contact } = story;

const appointment: Appointment = {
  id: 'appt_01kbmzd9x4f2g5j8m1p3r6t9wy',
  aiAgentId: ids.agent,
  title: 'Mesa para seis',
  startTime: '2026-11-22T23:00:00.000Z',
  endTime: '2026-11-23T01:00:00.000Z',
  status: 'CONFIRMED',
  notes: 'Perto da janela',
  source: 'BOT',
  leadId: ids.lead,
  clientName: contact.name,
  contactId: ids.contact,
  clientPhone: contact.phone,
  clientEmail: null,
  outsideBusinessHours: false,
  notification: null,
  unconfirmed: null,
  ...storyTimes,
};

const appointmentEvent = eventsAbout('Appointments', Appointment);

export const appointmentCreated = appointmentEvent('appointment.created', 'An appointment was booked.', {
  source: 'AGENT',
  data: appointment,
});
export const appointmentUpdated = appointmentEvent('appointment.updated', 'An appointment was changed or moved.', {
  source: 'CONSOLE',
  data: { ...appointment, startTime: '2026-11-22T23:30:00.000Z' },
  previous: { startTime: appointment.startTime },
});
export const appointmentDeleted = appointmentEvent(
  'appointment.deleted',
  'An appointment was deleted; `data` is its last state.',
  { source: 'CONSOLE', data: appointment },
);
