import { Temporal } from 'temporal-polyfill';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import { type Agent, isOpenAt } from '../agents/index.ts';
import type { Slot } from './appointment-time.ts';
import { findClashes } from './store.ts';

export interface SlotWish {
  durationMinutes: number;
  /** Times at such distances from midnight are tried. */
  stepMinutes: number;
  /** Nothing begins before this moment (UTC text). */
  from: string;
  /** How many days, the day of `from` counted. */
  days: number;
  /** Where these days begin; as a rule in the timezone of the workspace. */
  timezone?: string;
  /** How many are answered at most. */
  limit: number;
}

/** The first free slots of an agent within its business hours, by time. */
export async function findFreeSlots(db: Db, workspace: Workspace, agent: Agent, wish: SlotWish): Promise<Slot[]> {
  const zone = wish.timezone ?? workspace.timezone;
  const firstDay = Temporal.Instant.from(wish.from).toZonedDateTimeISO(zone).toPlainDate();
  const startOf = (day: number) => firstDay.add({ days: day }).toZonedDateTime(zone).epochMilliseconds;
  // The last slot may reach into the day after.
  const { endTime } = slotAt(startOf(wish.days), wish.durationMinutes);
  const taken = await findClashes(db, workspace.id, { aiAgentId: agent.id, startTime: wish.from, endTime }, null);
  const slots: Slot[] = [];
  for (let day = 0; day < wish.days; day++) {
    const endMs = startOf(day + 1);
    for (let startMs = startOf(day); startMs < endMs; startMs += wish.stepMinutes * minuteMs) {
      const slot = slotAt(startMs, wish.durationMinutes);
      if (slot.startTime < wish.from) continue;
      if (!isOpenAt(agent.businessHours, workspace.timezone, slot.startTime, slot.endTime)) continue;
      if (taken.some((other) => other.startTime < slot.endTime && slot.startTime < other.endTime)) continue;
      slots.push(slot);
      if (slots.length >= wish.limit) return slots;
    }
  }
  return slots;
}

const slotAt = (startMs: number, durationMinutes: number): Slot => ({
  startTime: new Date(startMs).toISOString(),
  endTime: new Date(startMs + durationMinutes * minuteMs).toISOString(),
});
