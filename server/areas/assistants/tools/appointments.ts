import { z } from 'zod';
import { type Appointment, appointmentStatuses } from '../../appointments/index.ts';
import { customer, toCustomer } from './customer.ts';
import { fewest, type Page, repeatKey } from './page.ts';
import { agentId, pickAgent } from './pick-agent.ts';
import { tool } from './tool.ts';

const time = z.string().max(40).describe('Local time of the shop, such as 2026-11-21T14:30, or with an offset');

const showAppointment = ({ id, title, startTime, endTime, status, ...rest }: Appointment) => ({
  id,
  title,
  startTime,
  endTime,
  status,
  customer: { id: rest.contactId, name: rest.clientName, phone: rest.clientPhone },
  notes: rest.notes,
  unconfirmed: rest.unconfirmed,
});

export const appointmentTools = [
  tool({
    name: 'find_appointments',
    title: 'Find appointments',
    description: 'Appointments by customer or days, earliest first.',
    effect: 'read',
    scopes: ['appointments.read'],
    input: z.strictObject({
      search: z.string().max(200).optional().describe('Title, name or last digits of the phone'),
      dateFrom: z.string().max(40).optional().describe('A day, such as 2026-11-21'),
      dateTo: z.string().max(40).optional(),
      limit: fewest,
    }),
    async run(parameters, { call }) {
      const { data, total } = await call<Page<Appointment>>('listAppointments', { parameters });
      return { appointments: data.map(showAppointment), total };
    },
  }),

  tool({
    name: 'find_free_times',
    title: 'Find free times',
    description: 'Times that can be booked.',
    effect: 'read',
    scopes: ['appointments.read'],
    input: z.strictObject({
      from: z.string().max(40).optional().describe('A day or a moment; default: now'),
      durationMinutes: z.int().min(5).max(1_440).default(60),
      agentId,
      limit: fewest,
    }),
    async run({ agentId: named, ...rest }, context) {
      const parameters = { ...rest, aiAgentId: await pickAgent(context, named) };
      return context.call('listFreeSlots', { parameters });
    },
  }),

  tool({
    name: 'book_appointment',
    title: 'Book an appointment',
    description: 'Books a time; a taken one is refused.',
    effect: 'write',
    scopes: ['appointments.write'],
    input: z.strictObject({
      title: z.string().max(255).describe('What it is for'),
      startTime: time,
      endTime: time,
      customerName: z.string().max(255).optional(),
      ...customer,
      notes: z.string().max(500).optional(),
      agentId,
      repeatKey,
    }),
    async run({ customerName, customerPhone, customerId, agentId: named, repeatKey: key, ...rest }, context) {
      const body = {
        ...rest,
        aiAgentId: await pickAgent(context, named),
        clientName: customerName,
        ...toCustomer({ customerPhone, customerId }),
      };
      return showAppointment(await context.call<Appointment>('createAppointment', { body, idempotencyKey: key }));
    },
  }),

  tool({
    name: 'change_appointment',
    title: 'Move, confirm or cancel an appointment',
    description: 'Changes the time or status of an appointment.',
    effect: 'write',
    scopes: ['appointments.write'],
    input: z.strictObject({
      appointmentId: z.string().max(64),
      startTime: time.optional(),
      endTime: time.optional(),
      status: z.enum(appointmentStatuses).optional(),
      notifyClient: z.boolean().optional().describe('Tells the customer'),
    }),
    run: async ({ appointmentId: id, ...body }, { call }) =>
      showAppointment(await call<Appointment>('updateAppointment', { parameters: { id }, body })),
  }),
];
