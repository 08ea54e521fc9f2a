import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { install } from '../../support/shop/integrations.ts';
import { faultsOf, haircut, maria } from '../../support/shop/sales.ts';
import { openWithNina } from '../cloud/hidden-customer.ts';

const hourMs = 60 * 60_000;
const hidden = { clientName: 'Nina', clientPhone: undefined };

/** It is 9:00 on 21 November in São Paulo; the appointment is at 14:00, and the agent reminds an hour before. */
async function openWithBooking() {
  const shop = await openWithNina({ agent: { behavior: { appointmentReminderMinutes: 60 } } });
  const times = { startTime: '2026-11-21T14:00', endTime: '2026-11-21T15:00' };
  const draft = haircut(shop.agentId, { ...hidden, ...times, contactId: shop.contactId, notes: 'Franja' });
  const { body: booked } = await shop.api.post('/api/appointments', draft);
  return { ...shop, booked, path: `/api/appointments/${booked.id}`, owner: await signIn(shop.shop) };
}

test('an appointment is booked for a customer who hides the number, by id', async () => {
  const { api, shop, owner, booked, contactId, conversationId } = await openWithBooking();
  expect(booked).toMatchObject({ contactId, clientPhone: null, clientName: 'Nina' });
  expect(await shop.events('appointment.created')).toMatchObject([{ data: { contactId, clientPhone: null } }]);
  expect((await api.get(`/api/appointments?contactId=${contactId}`)).body).toMatchObject({ total: 1, data: [booked] });
  expect((await api.get('/api/appointments?contactId=ct_gone')).body.total).toBe(0);
  const { body: calendar } = await owner.get('/owner/calendar?from=2026-11-21&days=1');
  expect(calendar.appointments).toMatchObject([{ id: booked.id, contactId, clientPhone: null }]);
  expect((await owner.get(`/owner/appointments/${booked.id}`)).body).toMatchObject({ conversationId });
  expect((await owner.get(`/owner/contacts/${contactId}/appointments`)).body).toMatchObject({
    next: [{ id: booked.id }],
  });
  expect((await api.get(`/api/contacts/${contactId}`)).body.nextAppointment).toEqual(booked);
  expect((await owner.get('/owner/search?q=nina')).body.data).toContainEqual(
    expect.objectContaining({ kind: 'appointment', id: booked.id, conversationId }),
  );
});

test('a number of somebody else and an unknown customer are refused; an appointment may have no customer', async () => {
  const { api, agentId, contactId } = await openWithNina();
  await api.post('/api/contacts', { phone: maria });
  const book = (fields: object) => api.post('/api/appointments', haircut(agentId, { ...hidden, ...fields }));
  expect(faultsOf(await book({ contactId, clientPhone: maria }))).toEqual(['body.clientPhone']);
  expect(faultsOf(await book({ contactId: 'ct_gone' }))).toEqual(['body.contactId']);
  expect((await book({})).body).toMatchObject({ contactId: null, clientPhone: null });
});

test('a customer who hides the number is reminded and notified in her conversation', async () => {
  const { api, path, clock, hears, rest, owner, booked } = await openWithBooking();
  expect((await api.patch(path, { status: 'CONFIRMED', notifyClient: true })).body.notification).toMatchObject({
    status: 'SENT',
  });
  clock.advance(4 * hourMs);
  await rest();
  expect(await hears()).toEqual([
    expect.stringContaining('14:00'),
    'Lembrete: seu horário de Corte é sábado, 21 de novembro às 14:00.',
  ]);
  const { body } = await owner.get(`/owner/appointments/${booked.id}`);
  expect(body.reminder).toMatchObject({ state: 'SENT' });
});

test('a calendar feed shows the number once the vendor reveals it, until the contact is deleted', async () => {
  const { api, agentId, owner, contactId, clock, says } = await openWithBooking();
  const { feedUrl } = await install(api, 'ical_feed', { aiAgentId: agentId });
  const read = async (etag = '') => {
    const response = await fetch(api.url + new URL(feedUrl).pathname, {
      headers: etag ? { 'if-none-match': etag } : {},
    });
    return { etag: response.headers.get('etag') ?? '', status: response.status, text: await response.text() };
  };
  const first = await read();
  expect(first.text).toContain('DESCRIPTION:Franja\r\n');
  expect((await read(first.etag)).status).toBe(304);
  clock.advance(1_000);
  await says('Meu número', maria);
  const second = await read(first.etag);
  expect(second.text).toContain(`DESCRIPTION:${maria}\\nFranja\r\n`);
  clock.advance(1_000);
  await owner.post('/owner/contacts/delete', { ids: [contactId] });
  expect((await read(second.etag)).text).toContain('DESCRIPTION:Franja\r\n');
});

test('an appointment outlives the deleted person, without a reminder', async () => {
  const { api, path, owner, booked, contactId, clock, rest } = await openWithBooking();
  await owner.post('/owner/contacts/delete', { ids: [contactId] });
  expect((await api.get('/api/appointments')).body.data).toMatchObject([
    { ...booked, contactId: null, updatedAt: expect.any(String) },
  ]);
  clock.advance(4 * hourMs);
  await rest();
  expect((await owner.get(`/owner/appointments/${booked.id}`)).body).toMatchObject({
    conversationId: null,
    reminder: null,
  });
  expect((await api.patch(path, { status: 'COMPLETED', notifyClient: true })).body.notification).toMatchObject({
    status: 'SKIPPED',
    reason: 'no_contact',
  });
});

test('two contacts of one person are joined with their appointments', async () => {
  const { api, owner, contactId } = await openWithBooking();
  const { body: kept } = await api.post('/api/contacts', { phone: maria });
  await owner.post('/owner/contacts/merge', { keep: kept.id, merge: contactId });
  expect((await api.get('/api/appointments')).body.data).toMatchObject([{ contactId: kept.id, clientPhone: maria }]);
});
