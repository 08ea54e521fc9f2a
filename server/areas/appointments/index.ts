import { type Area, asJob } from '../../http/area.ts';
import { countRows, moveRows, registerAgentData } from '../agents/index.ts';
import { onLeadMerged } from '../leads/index.ts';
import { appointmentOperations } from './operations.ts';
import { remindClient } from './remind-client.ts';

export { bookAppointment } from './book-appointment.ts';
export { findFreeSlots, type SlotWish } from './free-slots.ts';
export { Appointment } from './schemas.ts';
export { listAppointments, nextAppointment, summarizeAppointments } from './store.ts';

registerAgentData({
  kind: 'appointments',
  table: 'appointments',
  count: countRows('appointments'),
  reassign: moveRows('appointments'),
});
onLeadMerged(async ({ db, workspace }, goneId, keptId) => {
  await db
    .updateTable('appointments')
    .set({ lead_id: keptId })
    .where('workspace_id', '=', workspace.id)
    .where('lead_id', '=', goneId)
    .execute();
});

export const appointments = {
  name: 'appointments',
  title: 'Appointments',
  operations: appointmentOperations,
  jobs: [asJob(remindClient)],
} satisfies Area;
