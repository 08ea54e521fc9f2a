import { Temporal } from 'temporal-polyfill';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Work } from '../../platform/work/work.ts';
import { isOpenAt, requireAgent } from '../agents/index.ts';
import { bookAppointment } from '../appointments/index.ts';
import { Random } from './random.ts';
import type { DemoShop } from './stories/story.schemas.ts';

const days = 14;
const seed = 23;
const opensAt = 18 * 60;
const lastStart = 22 * 60;
const stepMinutes = 30;

/** Books tables for this week and the next: quiet days and full evenings, what is past ended one way or another. */
export async function bookWeek(
  work: Work,
  shop: DemoShop,
  agentId: string,
  people: { phone: string; name: string }[],
): Promise<void> {
  const { timezone } = work.workspace;
  const agent = await requireAgent(work.db, work.workspace.id, agentId, 'agentId');
  // Of its own, so that the stories stay the same.
  const random = new Random(seed);
  const today = Temporal.Instant.from(work.now).toZonedDateTimeISO(timezone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  for (let index = 0; index < days; index++) {
    const day = monday.add({ days: index });
    const isBusy = day.dayOfWeek >= 5;
    const count = isBusy ? random.between(5, 8) : random.between(2, 4);
    for (let table = 0; table < count; table++) {
      const minutes = random.between(0, (lastStart - opensAt) / stepMinutes) * stepMinutes + opensAt;
      const start = day.toZonedDateTime({ timeZone: timezone, plainTime: new Temporal.PlainTime() });
      const startTime = new Date(start.epochMilliseconds + minutes * minuteMs).toISOString();
      const endTime = new Date(Date.parse(startTime) + random.pick([60, 90, 90, 120]) * minuteMs).toISOString();
      const person = random.pick(people);
      if (!isOpenAt(agent.businessHours, timezone, startTime, endTime)) continue;
      const bookedAt = new Date(Math.min(Date.parse(startTime), Date.parse(work.now)) - random.between(1, 4) * dayMs);
      const status = statusAt(startTime, work.now, random.next());
      await bookAppointment(
        { ...work, now: bookedAt.toISOString() },
        {
          aiAgentId: agentId,
          title: fill(shop.table, { people: String(random.between(2, 8)) }),
          startTime,
          endTime,
          status,
          source: random.next() < 0.7 ? 'BOT' : 'DASHBOARD',
          clientName: person.name,
          clientPhone: person.phone,
          allowOverlap: true,
        },
      );
    }
  }
}

/** How an appointment of the past ended, or how far one to come is; `chance` from 0 to 1. */
function statusAt(startTime: string, now: string, chance: number) {
  if (startTime < now) return chance < 0.85 ? 'COMPLETED' : 'CANCELLED';
  if (chance < 0.65) return 'CONFIRMED';
  return chance < 0.92 ? 'PENDING' : 'CANCELLED';
}
