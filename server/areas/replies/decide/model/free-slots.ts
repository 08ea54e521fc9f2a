import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../../platform/database/database.ts';
import { findFreeSlots } from '../../../appointments/index.ts';
import type { ReplyContext } from '../../reply.ts';

/** Appointments begin on the half hour. */
const stepMinutes = 30;
const mostSlots = 24;
const usualMinutes = 60;

/**
 * The local times (HH:MM) of a day at which a service fits between appointments within opening hours; none in the past.
 */
export async function listFreeSlots(
  db: Db,
  { agent, workspace, now }: ReplyContext,
  serviceId: string,
  day: string,
): Promise<{ slots: string[] }> {
  const service = agent.services.find(({ id }) => id === serviceId);
  if (!service) return { slots: [] };
  const timezone = agent.businessHours?.timezone ?? workspace.timezone;
  const date = Temporal.PlainDate.from(day);
  const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime(timezone).epochMilliseconds;
  // A slot that begins right now is too late.
  const fromMs = Math.max(startOf(date), Date.parse(now) + 1);
  if (fromMs >= startOf(date.add({ days: 1 }))) return { slots: [] };
  const free = await findFreeSlots(db, workspace, agent, {
    durationMinutes: service.durationMinutes ?? usualMinutes,
    stepMinutes,
    from: new Date(fromMs).toISOString(),
    days: 1,
    timezone,
    limit: mostSlots,
  });
  const toLocalTime = ({ startTime }: { startTime: string }) =>
    Temporal.Instant.from(startTime).toZonedDateTimeISO(timezone).toPlainTime().toString({ smallestUnit: 'minute' });
  return { slots: free.map(toLocalTime) };
}
