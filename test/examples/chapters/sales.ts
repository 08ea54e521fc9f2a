import { type Story, seen } from '../story.ts';
import { ana, tomas } from './inbox.ts';

/** Interest, orders and appointments. */
export async function recordSales(story: Story): Promise<void> {
  await recordLeads(story);
  await recordOrders(story);
  await recordAppointments(story);
}

async function recordLeads({ show, call, cast }: Story): Promise<void> {
  const lead = await show('POST /api/leads', {
    body: {
      aiAgentId: cast.agent,
      phone: '+5511965432109',
      name: 'Beatriz Rocha',
      email: 'beatriz@example.com',
      tags: ['wedding'],
      data: { guests: 80, date: '2027-03-20' },
    },
  });
  cast.lead = lead.id;
  const path = { id: lead.id };
  await show('PATCH /api/leads/{id}', { path, body: { tags: ['wedding', 'tasting'], address: 'Rua Harmonia, 310' } });
  await show('POST /api/leads/{id}/confirm-entry', { path, body: seen });
  await show('GET /api/leads/{id}', { path });
  await show('GET /api/leads', { query: { search: 'Beatriz', limit: 2 } });
  await show('GET /api/leads/export', { query: { aiAgentId: cast.agent, acknowledged: true } });
  const spare = await call('POST /api/leads', {
    body: { aiAgentId: cast.agent, phone: '+5511954321098', name: 'Rui' },
  });
  await show('DELETE /api/leads/{id}', { path: { id: spare.id } });
}

async function recordOrders({ show, call, cast }: Story): Promise<void> {
  const items = [
    { name: 'Sourdough loaf', quantity: 2, unitPrice: 24.5, catalogItemId: cast.sourdough, notes: 'Sliced' },
    { name: 'Butter croissant', quantity: 4, unitPrice: 10.5, catalogItemId: cast.croissant },
  ];
  const client = { aiAgentId: cast.agent, clientName: ana.name, clientPhone: ana.from };
  const order = await show('POST /api/orders', {
    body: {
      ...client,
      items,
      deliveryFee: 8,
      total: 99,
      paymentMethod: 'PIX',
      address: 'Rua Augusta, 1200, São Paulo',
      notes: 'Leave it with the doorman',
    },
  });
  cast.order = order.id;
  const path = { id: order.id };
  await show('PATCH /api/orders/{id}', {
    path,
    body: { status: 'PREPARING', paymentStatus: 'PAID', notifyClient: true },
  });
  await show('POST /api/orders/{id}/confirm-entry', { path, body: seen });
  await show('GET /api/orders/{id}', { path });
  await show('GET /api/orders', { query: { search: 'Ana', sort: '-createdAt', limit: 2 } });
  await show('GET /api/orders/overview', { query: { dateFrom: '2026-11-01', dateTo: '2026-11-30' } });
  await show('GET /api/orders/stats');
  const spare = await call('POST /api/orders', {
    body: { ...client, items: [{ name: 'Rye loaf', quantity: 1, unitPrice: 22 }], total: 22 },
  });
  await show('DELETE /api/orders/{id}', { path: { id: spare.id } });
}

async function recordAppointments({ show, call, cast }: Story): Promise<void> {
  const tasting = {
    aiAgentId: cast.agent,
    title: 'Cake tasting',
    clientName: tomas.name,
    clientPhone: tomas.from,
    startTime: '2026-11-24T17:00:00.000Z',
    endTime: '2026-11-24T17:30:00.000Z',
  };
  const made = await show('POST /api/appointments', { body: { ...tasting, notes: 'No nuts' } });
  await show('PATCH /api/appointments/{id}', {
    path: { id: made.id },
    body: { status: 'CONFIRMED', notifyClient: true },
  });
  await show('POST /api/appointments/{id}/confirm-entry', { path: { id: made.id }, body: seen });
  await show('GET /api/appointments', { query: { dateFrom: '2026-11-23', dateTo: '2026-11-29', limit: 2 } });
  await show('GET /api/appointments/free-slots', {
    query: { aiAgentId: cast.agent, durationMinutes: 30, from: '2026-11-24', days: 1, limit: 2 },
  });
  const spare = await call('POST /api/appointments', {
    body: {
      ...tasting,
      title: 'Talk about a company order',
      startTime: '2026-11-25T17:00:00.000Z',
      endTime: '2026-11-25T17:30:00.000Z',
    },
  });
  await show('DELETE /api/appointments/{id}', { path: { id: spare.id } });
}
