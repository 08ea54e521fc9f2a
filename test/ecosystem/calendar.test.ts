import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import { startApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { install } from '../support/shop/integrations.ts';
import { haircut, makeAgent } from '../support/shop/sales.ts';

interface Entry {
  uid: string;
  summary: string;
  description: string;
  status: string;
  start: string;
  end: string;
}

/** How each library reads the events of a calendar. */
const libraries: Record<string, (text: string) => Entry[]> = {
  'ical.js': (text) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return {
        ...{ uid: event.uid, summary: event.summary, description: event.description },
        status: String(component.getFirstPropertyValue('status')),
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
      };
    }),
  'node-ical': (text) =>
    Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
      entry?.type === 'VEVENT'
        ? [
            {
              ...{ uid: entry.uid, summary: String(entry.summary), description: String(entry.description) },
              status: String(entry.status),
              start: entry.start.toISOString(),
              end: entry.end?.toISOString() ?? '',
            },
          ]
        : [],
    ),
};

/** What a calendar must escape or fold. */
const notes = `Corte; barba, "à máquina" \\ 2 mm\n${'não esquecer a toalha morna 💈 '.repeat(12)}fim`;

test.each(Object.entries(libraries))(
  '%s reads the times, states and texts of every appointment in the feed as the API tells them',
  async (_name, read) => {
    const { api } = await startApp({ clock: new ManualClock() });
    const agent = await makeAgent(api);
    const days = ['2026-11-20', '2026-11-23', '2026-12-24', '2027-06-30'];
    for (const [index, day] of days.entries()) {
      const times = { startTime: `${day}T10:00`, endTime: `${day}T11:30` };
      const { body } = await api.post(
        '/api/appointments',
        haircut(agent, { ...times, notes, title: `Corte ${index}` }),
      );
      if (index === 2) await api.patch(`/api/appointments/${body.id}`, { status: 'CONFIRMED' });
      if (index === 3) await api.patch(`/api/appointments/${body.id}`, { status: 'CANCELLED' });
    }
    const { feedUrl } = await install(api, 'ical_feed', { aiAgentId: agent });
    const entries = read(await (await fetch(feedUrl)).text());
    const { data } = (await api.get('/api/appointments?limit=100')).body;
    expect(data).toHaveLength(days.length);
    const statuses: Record<string, string> = { CONFIRMED: 'CONFIRMED', CANCELLED: 'CANCELLED' };
    const byUid = (a: { uid: string }, b: { uid: string }) => a.uid.localeCompare(b.uid);
    expect(entries.toSorted(byUid)).toEqual(
      data
        .map((appointment: Record<string, string>) => ({
          uid: appointment.id,
          summary: `${appointment.title}: Maria José`,
          description: expect.stringContaining(notes.trim()),
          status: statuses[appointment.status ?? ''] ?? 'TENTATIVE',
          start: appointment.startTime,
          end: appointment.endTime,
        }))
        .toSorted(byUid),
    );
  },
);
