import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Method } from '../parts/method.tsx';
import { useReference } from '../parts/reference-context.ts';
import { type Entry, findEntries, listEntries } from './find-entries.ts';

/** Finds guides, operations and events by their words. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const reference = useReference();
  const id = useId();
  const [, navigate] = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(0);
  const entries = useMemo(() => listEntries(reference), [reference]);
  const found = useMemo(() => findEntries(entries, search), [entries, search]);
  useEffect(() => dialog.current?.showModal(), []);
  const open = ({ href }: Entry) => {
    onClose();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[place];
    if (event.key === 'Enter' && chosen) open(chosen);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const next = (place + step + found.length) % found.length;
    setPlace(next);
    dialog.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className="search"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <input
        type="search"
        role="combobox"
        aria-label="Search the API"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found[place] ? `${id}-${place}` : undefined}
        placeholder="Search operations, events and guides"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Found">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
          <div
            key={entry.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            tabIndex={-1}
            onClick={() => open(entry)}
          >
            {entry.method && <Method method={entry.method} />}
            <span className="found-title">{entry.title}</span>
            <span className="found-kind">{entry.kind}</span>
          </div>
        ))}
      </div>
      {search.trim() !== '' && found.length === 0 && <p role="status">Nothing has these words.</p>}
    </dialog>
  );
}
