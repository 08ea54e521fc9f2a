import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { type View, viewsQuery } from '../queries.ts';

/** The views that every shop has, by what they filter. */
export const builtIn = [
  { name: 'all', filter: '' },
  { name: 'new', filter: 'newDays:7' },
  { name: 'unanswered', filter: 'unanswered' },
  { name: 'buyers', filter: 'buyer' },
  { name: 'optedOut', filter: 'optedOut' },
] as const;

/** Filters that can be added by a click; the others need a value. */
export const plainTerms = [
  'newDays:7',
  'newDays:30',
  'unanswered',
  'withConversation',
  'withoutConversation',
  'buyer',
  'lead',
  'optedOut',
] as const;

/** Terms of a filter. */
const termsOf = (filter: string): string[] => filter.split(',').filter((term) => term !== '');

const isSameFilter = (a: string, b: string): boolean =>
  termsOf(a).toSorted().join(',') === termsOf(b).toSorted().join(',');

/** What the list shows: kept in the address, so that it can be shared and survives a way back. */
export function useWanted() {
  const [params, setParams] = useSearchParams();
  const own = useQuery(viewsQuery).data?.data ?? none;
  const search = params.get('search') ?? '';
  const filter = params.get('filter') ?? '';
  const isLeads = params.get('view') === 'leads';
  const saved = own.find((view) => isSameFilter(view.filter, filter) && view.search === search);
  const known = builtIn.find((view) => isSameFilter(view.filter, filter));
  const show = (wanted: { search?: string; filter?: string; view?: 'leads' }) =>
    setParams(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')));
  return {
    ...{ search, filter, own, isLeads },
    terms: termsOf(filter),
    /** Key of the view that shows just this; null: none does. */
    current: isLeads ? 'leads' : (saved?.id ?? known?.name ?? null),
    saved: isLeads ? undefined : saved,
    /** Whether it is worth keeping as a view. */
    isOwn: !isLeads && !saved && (search !== '' || !known),
    show,
    setSearch: (text: string) => show(isLeads ? { search: text, view: 'leads' } : { search: text, filter }),
    setTerms: (terms: string[]) => show({ search, filter: terms.join(',') }),
  };
}

export type Wanted = ReturnType<typeof useWanted>;

const none: View[] = [];
