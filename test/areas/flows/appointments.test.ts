import { expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { haircut } from '../../support/shop/sales.ts';
import { maria, must, openFlows, question, say, step } from './support.ts';

const businessHours = { days: { sat: [{ from: '09:00', to: '11:00' }], mon: [{ from: '10:00', to: '11:30' }] } };
const config = { title: 'Corte de {{contact.name}}', text: 'Qual horário?', durationMinutes: 30, offer: 4 };
const cut = (more: object = {}) => step('a', 'appointment', { ...config, ...more }, 'ok');
const ok = say('ok', 'Marcado: {{appointmentTime}}');

test('an appointment step offers free times within business hours and books the chosen one', async () => {
  const { api, agentId, launch, says, heard, runs, shop } = await openFlows({
    agent: { businessHours, language: 'pt' },
  });
  await must(
    api.post('/api/appointments', haircut(agentId, { startTime: '2026-11-21T10:00', endTime: '2026-11-21T10:25' })),
  );
  const path = await launch([cut({ confirmed: true }), ok]);
  await says('oi');
  await says('o segundo');
  await says('2');
  // It is nine: an hour of notice leaves ten, which is taken, and half past ten; on Monday the shop opens at ten.
  expect(await heard()).toEqual([
    'Qual horário?\n\n1. sáb., 21/11, 10:30\n2. seg., 23/11, 10:00\n3. seg., 23/11, 10:30\n4. seg., 23/11, 11:00',
    'Por favor, responda com o número de uma das opções.\n\nQual horário?\n\n1. sáb., 21/11, 10:30\n2. seg., 23/11, 10:00\n3. seg., 23/11, 10:30\n4. seg., 23/11, 11:00',
    'Marcado: seg., 23/11, 10:00',
  ]);
  const { body } = await api.get('/api/appointments?dateFrom=2026-11-23');
  expect(body.data).toMatchObject([
    {
      title: 'Corte de Maria José',
      startTime: '2026-11-23T13:00:00.000Z',
      endTime: '2026-11-23T13:30:00.000Z',
      status: 'CONFIRMED',
      source: 'BOT',
      clientPhone: maria,
      outsideBusinessHours: false,
    },
  ]);
  expect(await runs(path)).toMatchObject([{ state: 'COMPLETED', variables: { appointmentId: body.data[0].id } }]);
  expect(await shop.events('appointment.created')).toMatchObject([{}, { source: 'FLOW' }]);
});

test('an appointment step offers other times when the chosen one was taken meanwhile', async () => {
  const { api, agentId, launch, says, heard } = await openFlows({ agent: { businessHours, language: 'pt' } });
  await launch([cut({ offer: 2 }), ok]);
  await says('oi');
  await must(
    api.post('/api/appointments', haircut(agentId, { startTime: '2026-11-21T10:00', endTime: '2026-11-21T10:30' })),
  );
  await says('1');
  await says('1');
  expect((await heard()).at(-2)).toContain('1. sáb., 21/11, 10:30\n2. seg., 23/11, 10:00');
  expect((await heard()).at(-1)).toBe('Marcado: sáb., 21/11, 10:30');
  expect((await api.get('/api/appointments')).body.total).toBe(2);
});

test('an appointment step without a free time goes to onNone, or ends the run as FAILED', async () => {
  const closed = { days: {}, exceptions: [{ date: '2026-12-25', closed: true }] };
  const { launch, says, heard, runs } = await openFlows({ agent: { businessHours: closed } });
  const path = await launch([cut({ onNone: 'no' }), ok, question('no', 'when')]);
  const hard = await launch([cut(), ok], { type: 'keyword', words: ['já'] });
  await says('oi');
  expect(await heard()).toEqual(['when?']);
  await says('amanhã');
  await says('já');
  expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  expect(await runs(hard)).toMatchObject([{ state: 'FAILED', stepId: 'a', reason: { code: 'no_free_slot' } }]);
});

test('free times reach the last hour of a day on which the clocks go back', async () => {
  const evening = { days: { sun: [{ from: '22:30', to: '24:00' }] } };
  const { launch, says, heard, shop } = await openFlows({
    clock: new ManualClock('2026-10-31T16:00:00.000Z'),
    agent: { businessHours: evening, language: 'pt' },
  });
  const timezone = 'America/New_York';
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ timezone }).execute());
  await launch([cut({ offer: 3 }), ok]);
  await says('oi');
  expect(await heard()).toEqual([
    'Qual horário?\n\n1. dom., 01/11, 22:30\n2. dom., 01/11, 23:00\n3. dom., 01/11, 23:30',
  ]);
});
