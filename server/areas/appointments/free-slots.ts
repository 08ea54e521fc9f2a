import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../platform/database.ts';
import type { Workspace } from '../../platform/workspaces.ts';
import { type Agent, isOpenAt } from '../agents/index.ts';
import { longestMs, type Slot } from './appointment-time.ts';
import { activeStatuses } from './store.ts';

export interface SlotWish {
  durationMinutes: number;
  /** Times at such distances from midnight of the workspace are tried. */
  stepMinutes: number;
  /** Nothing begins before this moment (UTC text). */
  from: string;
  /** How many days, the day of `from` counted. */
  days: number;
  /** How many are answered at most. */
  limit: number;
}

const minuteMs = 60_000;
const stepsPerDay = (stepMinutes: number): number => Math.ceil((24 * 60) / stepMinutes);

/** The first free slots of an agent within its business hours, by time. */
export async function findFreeSlots(db: Db, workspace: Workspace, agent: Agent, wish: SlotWish): Promise<Slot[]> {
  const firstDay = Temporal.Instant.from(wish.from).toZonedDateTimeISO(workspace.timezone).startOfDay();
  const taken = await readTaken(
    db,
    workspace.id,
    agent.id,
    wish.from,
    firstDay.add({ days: wish.days }).epochMilliseconds,
  );
  const slots: Slot[] = [];
  for (let day = 0; day < wish.days; day++) {
    const start = firstDay.add({ days: day });
    for (let step = 0; step < stepsPerDay(wish.stepMinutes); step++) {
      const time = start.add({ minutes: step * wish.stepMinutes });
      // On the day of a clock change the last steps fall on the next day, which has them itself.
      if (time.day !== start.day) break;
      const slot = slotAt(time.epochMilliseconds, wish.durationMinutes);
      if (
        slot.startTime < wish.from ||
        !isOpenAt(agent.businessHours, workspace.timezone, slot.startTime, slot.endTime)
      )
        continue;
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

const readTaken = (db: Db, workspaceId: string, agentId: string, from: string, toMs: number): Promise<Slot[]> =>
  db
    .selectFrom('appointments')
    .select(['start_time as startTime', 'end_time as endTime'])
    .where('workspace_id', '=', workspaceId)
    .where('ai_agent_id', '=', agentId)
    .where('start_time', '>', new Date(Date.parse(from) - longestMs).toISOString())
    .where('start_time', '<', new Date(toMs + longestMs).toISOString())
    .where('end_time', '>', from)
    .where('status', 'in', activeStatuses)
    .execute();
