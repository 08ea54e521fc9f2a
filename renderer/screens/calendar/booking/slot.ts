import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../../api/query.ts';
import { useConsole } from '../../../session.ts';
import { clockAt, minuteMs, momentOf, readClock, writeClock } from '../shop-time.ts';

/** A slot as a form has it, by the shop's clock; empty texts where nothing was typed. */
export interface SlotDraft {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:MM. */
  time: string;
  minutes: number;
}

export interface Slot {
  startTime: string;
  endTime: string;
}

export const toDraft = ({ startTime, endTime }: Slot, zone: string): SlotDraft => {
  const { date, minutes } = clockAt(startTime, zone);
  return { date, time: writeClock(minutes), minutes: (Date.parse(endTime) - Date.parse(startTime)) / minuteMs };
};

/** The slot of a form; null while it is not complete. */
export function toSlot({ date, time, minutes }: SlotDraft, zone: string): Slot | null {
  if (date === '' || time === '') return null;
  const startTime = momentOf({ date, minutes: readClock(time) }, zone);
  return { startTime, endTime: new Date(Date.parse(startTime) + minutes * minuteMs).toISOString() };
}

/** What the server says about a slot: who has it, and whether the agent is open. */
export function useSlotCheck(aiAgentId: string | null, slot: Slot | null, exceptId?: string) {
  const isComplete = aiAgentId !== null && slot !== null;
  return useQuery({
    ...operationQuery('checkSlot', {
      query: { aiAgentId: aiAgentId ?? '', startTime: slot?.startTime ?? '', endTime: slot?.endTime ?? '', exceptId },
    }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });
}

/** The next free slots of an agent from a day on. */
export function useFreeSlots(
  aiAgentId: string | null,
  { date, minutes }: Pick<SlotDraft, 'date' | 'minutes'>,
  limit: number,
) {
  return useQuery({
    ...operationQuery('listFreeSlots', {
      query: { aiAgentId: aiAgentId ?? '', durationMinutes: minutes, from: date, limit },
    }),
    enabled: aiAgentId !== null,
    placeholderData: keepPreviousData,
  });
}

/** The agents that can be booked, with their services. */
export function useLanes() {
  const { timezone } = useConsole().workspace;
  const from = clockAt(Date.now(), timezone).date;
  const { data } = useQuery(operationQuery('getCalendar', { query: { from, days: 1 } }));
  return data?.lanes.filter(({ isArchived }) => !isArchived);
}
