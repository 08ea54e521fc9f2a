import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

/** Whether the dialog that creates something is open; a link with `?new` opens it. */
export function useCreating(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = search.has('new');
  useEffect(() => {
    if (!isAsked) return;
    setIsOpen(true);
    setSearch(
      (present) => {
        const rest = new URLSearchParams(present);
        rest.delete('new');
        return rest;
      },
      { replace: true },
    );
  }, [isAsked, setSearch]);
  return [isOpen, setIsOpen];
}
