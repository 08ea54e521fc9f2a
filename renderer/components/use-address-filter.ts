import { useSearchParams } from 'wouter';

/** The filters of a list, which stand in the address. */
export function useAddressFilter() {
  const [search, setSearch] = useSearchParams();
  /** Sets or clears one; the list then begins at its first page. */
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
    /** With its question mark; empty without filters. */
    query: search.toString() === '' ? '' : `?${search}`,
    set,
    /** What a `Select` of one of them takes. */
    choiceOf: (name: string, placeholder: string) => ({
      placeholder,
      clearable: true,
      value: search.get(name),
      onChange: (value: string | null) => set(name, value),
    }),
  };
}
