import { expect, test } from 'vitest';
import { listBackups } from '../server/platform/backup/backup-files.ts';
import { backupFolders, saveBackupSettings } from '../server/platform/backup/backup-settings.ts';
import { openCampaigns } from './areas/campaigns/support.ts';
import { must, say, step } from './areas/flows/support.ts';
import { haircut, makeAgent, maria } from './support/shop/sales.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A shop in that zone, two hours before a moment, with everything that goes by the clock on the wall set to it. */
async function openAt(timezone: string, local: string, due: string) {
  const startMs = Date.parse(due) - 2 * hourMs;
  const shop = await openCampaigns({ at: new Date(startMs).toISOString() });
  const { api, channel, clock, sent } = shop;
  const { platform } = shop.shop.app;
  const time = local.slice(11);
  await platform.write(async ({ db }) => {
    await db.updateTable('workspaces').set({ timezone }).execute();
    await saveBackupSettings(db, { hour: Number(time.slice(0, 2)) });
  });
  const agent = await makeAgent(api, { behavior: { appointmentReminderMinutes: 60 } });
  await must(api.put(`/api/channels/${channel.id}/ai-agent`, { aiAgentId: agent }));
  const launch = async (name: string, trigger: object, steps: object[]) => {
    const { body } = await must(api.post('/api/flows', { aiAgentId: agent, name, trigger, steps }));
    await must(api.patch(`/api/flows/${body.id}/toggle`, { active: true }));
  };
  const cron = `${Number(time.slice(3))} ${Number(time.slice(0, 2))} * * *`;
  await launch('Daily', { type: 'schedule', cron, tags: ['fiel'] }, [say('a', 'scheduled flow')]);
  const waits = [step('w', 'wait', { until: time }, 'a'), say('a', 'wait until')];
  await launch('Waits', { type: 'keyword', words: ['oi'] }, waits);
  await channel.customerSays(maria, 'oi', { name: 'Maria' });
  await must(api.patch(`/api/contacts/${encodeURIComponent(maria)}/tags`, { tags: ['fiel'] }));
  await must(
    api.post('/api/appointments', haircut(agent, { startTime: local, endTime: `${local.slice(0, 10)}T23:59` })),
  );
  const { body: rules } = await api.get('/api/marketing-campaigns/sending-rules');
  await must(api.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: null }));
  const campaign = await shop.draft([{ phone: '+5511980000000', name: 'Rui' }], { timezone });
  await must(api.post(`${campaign}/start`, { scheduledAt: local }));

  /** Lets it be so much after the moment, with the ticks of the scheduler, and everything done that comes due. */
  const goTo = async (ms: number) => {
    clock.advance(Date.parse(due) + ms - clock.now().getTime());
    await platform.scheduler.tick();
    await shop.rest();
    await platform.services.flowEngine.idle();
    await shop.rest();
  };
  await goTo(-2 * hourMs);
  for (let ms = -2 * hourMs; ms <= 2 * hourMs; ms += 30 * minuteMs) await goTo(ms);
  await goTo(20 * hourMs);
  const backups = await listBackups(await backupFolders(platform));
  return {
    told: (await sent())
      .map(({ content, at }) => `${at.slice(0, 16)} ${content.replace(/domingo.*às|sábado.*às/, '')}`)
      .sort(),
    nightly: backups.map(({ createdAt }) => createdAt.slice(0, 16)).sort(),
  };
}

const after = (due: string, minutes: number): string =>
  new Date(Date.parse(due) + minutes * minuteMs).toISOString().slice(0, 16);

/** The first three times are skipped by the clocks of that night, the others are shown twice. */
test.each([
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', '03:30'],
  ['Europe/Madrid', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', '03:30'],
  ['America/Santiago', '2026-09-06T00:30', '2026-09-06T04:30:00.000Z', '01:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '01:30'],
  ['Europe/Madrid', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '02:30'],
  ['America/Santiago', '2026-04-04T23:30', '2026-04-05T02:30:00.000Z', '23:30'],
])('in %s work due at %s runs once', async (timezone, local, due, shown) => {
  const { told, nightly } = await openAt(timezone, local, due);
  expect(told).toEqual([
    `${after(due, -60)} Lembrete: seu horário de Corte é  ${shown}.`,
    `${after(due, 0)} Oi Rui, hoje tem novidade!`,
    `${after(due, 0)} scheduled flow`,
    `${after(due, 0)} wait until`,
  ]);
  // The first is that of the night before, which was missing.
  expect(nightly).toEqual([after(due, -90), after(due, -30)]);
});
