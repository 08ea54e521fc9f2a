import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useCreating } from '../../components/page/use-creating.ts';
import { useConsole } from '../../session.ts';
import { BookDialog } from './booking/book-dialog.tsx';
import { BookingDrawer } from './booking/booking-drawer.tsx';
import { type Move, MoveDialog } from './booking/move-dialog.tsx';
import { type BookingStart, type Entry, isActive, type Lane } from './calendar.ts';
import type { Column } from './grid/columns.ts';
import type { Range } from './grid/place-entries.ts';
import { KeysHelp } from './keys-help.tsx';
import { addDays, clockAt, dayMinutes, minuteMs, momentOf } from './shop-time.ts';

interface DialogsProps {
  dialogs: ReturnType<typeof useDialogs>;
  /** The appointment in the address. */
  id: string | null;
  lanes: Lane[];
  query: string;
}

/** What lies above the calendar. */
export function Dialogs({ dialogs, id, lanes, query }: DialogsProps) {
  const [, navigate] = useLocation();
  const { booking, move } = dialogs;
  return (
    <>
      <BookingDrawer
        id={id}
        isBelow={booking !== null || move !== null}
        onClose={() => navigate(`/calendar${query}`)}
        onMove={(appointment) => dialogs.propose(appointment, { days: 0, minutes: 0 })}
        onBookAgain={dialogs.book}
      />
      <BookDialog start={booking} onClose={() => dialogs.setBooking(null)} />
      <MoveDialog
        move={move}
        agentName={lanes.find((lane) => lane.id === move?.entry.aiAgentId)?.name ?? ''}
        onClose={() => dialogs.setMove(null)}
        onMoved={dialogs.setSaid}
      />
      <KeysHelp opened={dialogs.showsKeys} onClose={() => dialogs.setShowsKeys(false)} />
    </>
  );
}

/** The dialogs that are open, and what was last said to screen readers. */
export function useDialogs() {
  const { timezone } = useConsole().workspace;
  const [booking, setBooking] = useState<BookingStart | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const [said, setSaid] = useState('');
  const [isCreating, setIsCreating] = useCreating();
  useEffect(() => {
    if (!isCreating) return;
    setIsCreating(false);
    setBooking({});
  }, [isCreating, setIsCreating]);
  const momentAt = (date: string, minutes: number) => momentOf({ date, minutes }, timezone);
  return {
    booking,
    setBooking,
    book: (start: BookingStart) => setBooking(start),
    move,
    setMove,
    /** Proposes another slot by the shop's clock. */
    propose: (
      entry: Move['entry'] & Pick<Entry, 'status'>,
      by: { days: number; minutes: number },
      kind: 'move' | 'length' = 'move',
    ) => {
      if (!isActive(entry)) return;
      const { date, minutes } = clockAt(entry.startTime, timezone);
      const lengthMs = Date.parse(entry.endTime) - Date.parse(entry.startTime);
      const total = minutes + by.minutes;
      const days = by.days + Math.floor(total / dayMinutes);
      const startTime =
        kind === 'length' || (by.days === 0 && by.minutes === 0)
          ? entry.startTime
          : momentAt(addDays(date, days), ((total % dayMinutes) + dayMinutes) % dayMinutes);
      const length = kind === 'length' ? lengthMs + by.minutes * minuteMs : lengthMs;
      setMove({ entry, to: { startTime, endTime: new Date(Date.parse(startTime) + length).toISOString() } });
    },
    /** Books a range of free space of a column. */
    bookIn: (column: Column, range: Range, agent: string | null) =>
      setBooking({
        aiAgentId: column.lane?.id ?? agent ?? undefined,
        startTime: momentAt(column.day.date, range.from),
        minutes: range.to - range.from,
      }),
    showsKeys,
    setShowsKeys,
    said,
    setSaid,
  };
}
