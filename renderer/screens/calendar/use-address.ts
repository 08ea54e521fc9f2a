import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { useConsole } from '../../session.ts';
import { type Status, statuses } from './calendar.ts';
import { addDays, clockAt, isDate, mondayOf } from './shop-time.ts';

export const views = ['day', 'week', 'list'] as const;
export type View = (typeof views)[number];

export const statusFilters = ['held', ...statuses, 'all'] as const;
type StatusFilter = (typeof statusFilters)[number];

type Name = 'view' | 'date' | 'agent' | 'status' | 'q';

/** What the calendar shows, which its address says. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const { timezone } = useConsole().workspace;
  const isPhone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false });
  const today = clockAt(Date.now(), timezone).date;
  const asked = search.get('date') ?? '';
  const date = isDate(asked) ? asked : today;
  const view = views.find((each) => each === search.get('view')) ?? (isPhone ? 'day' : 'week');
  const status: StatusFilter = statusFilters.find((each) => each === search.get('status')) ?? 'held';
  const change = (changes: Partial<Record<Name, string | null>>, options?: { replace: boolean }) =>
    setSearch((present) => {
      const next = new URLSearchParams(present);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, options);
  return {
    view,
    date,
    today,
    isDated: isDate(asked),
    isPhone,
    agent: search.get('agent'),
    status,
    text: search.get('q') ?? '',
    /** The address's query with its `?`, for links that keep it. */
    query: search.size === 0 ? '' : `?${search}`,
    change,
    /** Shows the period before or after. */
    step: (direction: 1 | -1) => change({ date: dateAfter({ view, date }, direction) }),
  };
}

export type Address = ReturnType<typeof useAddress>;

/** The date that one step forward or back shows. */
export const dateAfter = ({ view, date }: Pick<Address, 'view' | 'date'>, direction: 1 | -1): string =>
  addDays(date, direction * (view === 'day' ? 1 : 7));

/** The first day of the view and how many there are. */
export const periodOf = ({ view, date }: Pick<Address, 'view' | 'date'>): { from: string; days: number } =>
  view === 'week' ? { from: mondayOf(date), days: 7 } : { from: date, days: 1 };

/** The states that a filter lets through, as the server reads them; absent: all. */
export const toStatusQuery = (filter: StatusFilter): string | undefined => {
  if (filter === 'all') return undefined;
  return filter === 'held' ? (['PENDING', 'CONFIRMED', 'COMPLETED'] satisfies Status[]).join(',') : filter;
};
