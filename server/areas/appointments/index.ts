import { type Area, asJob } from '../../http/area.ts';
import { appointmentOperations } from './operations.ts';
import { remindClient } from './remind-client.ts';

export { bookAppointment } from './book-appointment.ts';
export { Appointment } from './schemas.ts';
export { nextAppointment } from './store.ts';

export const appointments: Area = {
  name: 'appointments',
  title: 'Appointments',
  operations: appointmentOperations,
  jobs: [asJob(remindClient)],
};
