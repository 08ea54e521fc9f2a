import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../platform/database.ts';
import { isOpenAt } from '../../agents/index.ts';
import { findClashes } from '../../appointments/index.ts';
import type { ReplyContext } from '../reply.ts';

/** Visits begin on the half hour. */
const stepMinutes = 30;
const mostSlots = 24;
const usualMinutes = 60;

/** The local times (HH:MM) of a day at which a service fits into opening hours and between other visits. */
export async function listFreeSlots(
  db: Db,
  { agent, workspace, now }: ReplyContext,
  serviceId: string,
  day: string,
): Promise<{ slots: string[] }> {
  const service = agent.services.find(({ id }) => id === serviceId);
  if (!service) return { slots: [] };
  const minutes = service.durationMinutes ?? usualMinutes;
  const zone = agent.businessHours?.timezone ?? workspace.timezone;
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
  const end = start.add({ days: 1 });
  const toText = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds).toISOString();
  const range = { startTime: toText(start), endTime: toText(end.add({ minutes })), aiAgentId: agent.id };
  const taken = await findClashes(db, workspace.id, range, null);
  const slots: string[] = [];
  for (let at = start; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ minutes: stepMinutes })) {
    const [from, to] = [toText(at), toText(at.add({ minutes }))];
    if (from <= now || !isOpenAt(agent.businessHours, workspace.timezone, from, to)) continue;
    if (taken.some((other) => other.startTime < to && from < other.endTime)) continue;
    slots.push(at.toPlainTime().toString({ smallestUnit: 'minute' }));
    if (slots.length === mostSlots) break;
  }
  return { slots };
}
