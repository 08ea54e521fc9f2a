import { useSearchParams } from 'wouter';

/** List filters stored in the URL's query. */
export function useAddressFilter() {
  const [search, setSearch] = useSearchParams();
  /** Sets or clears a filter and returns to the first page. */
  const set = (name: string, value: string | null) =>
    setSearch((present) => {
      const next = new URLSearchParams(present);
      next.delete('page');
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    filter: Object.fromEntries(search),
    /** The query with its `?`; empty without filters. */
    query: search.toString() === '' ? '' : `?${search}`,
    set,
    /** Props of a `Select` for one filter. */
    choiceOf: (name: string, placeholder: string) => ({
      placeholder,
      clearable: true,
      value: search.get(name),
      onChange: (value: string | null) => set(name, value),
    }),
  };
}
