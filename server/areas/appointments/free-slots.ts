import { Temporal } from 'temporal-polyfill';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { minuteMs } from '../../platform/durations.ts';
import { takeSteps } from '../../platform/running/steps.ts';
import { latestMs, toMoment } from '../../platform/text/times.ts';
import { type Agent, mergeSpans, openSpans, type Span } from '../agents/index.ts';
import type { Slot } from './appointment-time.ts';
import { findClashes } from './store.ts';

export interface SlotWish {
  durationMinutes: number;
  /** Slots start at multiples of this after midnight. */
  stepMinutes: number;
  /** Earliest start (UTC text). */
  from: string;
  /** Number of days, including the day of `from`. */
  days: number;
  /** Time zone of the days; defaults to the workspace's. */
  timezone?: string;
  /** Maximum number of slots returned. */
  limit: number;
}

/** The earliest free slots of an agent within its business hours, in order. */
export async function findFreeSlots(db: Db, workspace: Workspace, agent: Agent, wish: SlotWish): Promise<Slot[]> {
  const zone = wish.timezone ?? workspace.timezone;
  const firstDay = Temporal.Instant.from(wish.from).toZonedDateTimeISO(zone).toPlainDate();
  const startOf = (day: number) => firstDay.add({ days: day }).toZonedDateTime(zone).epochMilliseconds;
  const [stepMs, lengthMs] = [wish.stepMinutes * minuteMs, wish.durationMinutes * minuteMs];
  const from = Date.parse(wish.from);
  // The last slot may extend into the next day.
  const end = startOf(wish.days) + lengthMs;
  const open = new SpanReader(openSpans(agent.businessHours, workspace.timezone, from, end));
  const taken = new SpanReader(mergeSpans(await readTaken(db, workspace.id, agent.id, { start: from, end })));
  const slots: Slot[] = [];
  for (let day = 0; day < wish.days; day++) {
    const [firstOfDay, nextDay] = [startOf(day), startOf(day + 1)];
    takeSteps(Math.ceil((nextDay - firstOfDay) / stepMs));
    for (let start = firstOfDay; start < nextDay; start += stepMs) {
      const slot = { start, end: start + lengthMs };
      if (start < from || slot.end > latestMs || !open.contains(slot) || taken.overlaps(slot)) continue;
      slots.push({ startTime: toMoment(slot.start), endTime: toMoment(slot.end) });
      if (slots.length >= wish.limit) return slots;
    }
  }
  return slots;
}

async function readTaken(db: Db, workspaceId: string, aiAgentId: string, { start, end }: Span): Promise<Span[]> {
  const slot = { aiAgentId, startTime: toMoment(start), endTime: toMoment(end) };
  const clashes = await findClashes(db, workspaceId, slot, null);
  return clashes.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) }));
}

/** Compares sorted, disjoint spans with ranges in order of their start, reading each span once. */
class SpanReader {
  readonly #spans: Span[];
  #next = 0;

  constructor(spans: Span[]) {
    this.#spans = spans;
  }

  contains({ start, end }: Span): boolean {
    const span = this.#findEndingAfter(start);
    return span !== undefined && span.start <= start && end <= span.end;
  }

  overlaps({ start, end }: Span): boolean {
    const span = this.#findEndingAfter(start);
    return span !== undefined && span.start < end;
  }

  #findEndingAfter(time: number): Span | undefined {
    while ((this.#spans[this.#next]?.end ?? Number.POSITIVE_INFINITY) <= time) this.#next++;
    return this.#spans[this.#next];
  }
}
