import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type BoardColumn, type CardReader, findCard } from './columns.ts';

/** How long to wait for a card that scrolling brings into view. */
const patienceMs = 1_000;

/**
 * Scrolls to cards and focuses them, also those that are not rendered yet. A card that has the focus keeps it when it
 * goes to another column, whoever moved it; `watch` are the board's handlers for that.
 */
export function useCardFocus<Card>(columns: readonly BoardColumn<Card>[], reader: CardReader<Card>) {
  const handles = useRef(new Map<string, VirtualizerHandle>());
  const latest = useRef({ columns, reader });
  latest.current = { columns, reader };
  const register = useCallback((columnId: string, handle: VirtualizerHandle | null) => {
    if (handle) handles.current.set(columnId, handle);
    else handles.current.delete(columnId);
  }, []);
  const reveal = useCallback((id: string) => {
    const found = findCard(latest.current.columns, id, latest.current.reader);
    if (!found) return;
    handles.current.get(found.column.id)?.scrollToIndex(found.index, { align: 'nearest' });
    columnElement(found.column.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const focus = useCallback(
    (id: string) => {
      reveal(id);
      const until = performance.now() + patienceMs;
      const from = document.activeElement;
      const tryNow = () => {
        // People who went elsewhere meanwhile stay there.
        const active = document.activeElement;
        if (active !== from && active !== document.body) return;
        const column = findCard(latest.current.columns, id, latest.current.reader)?.column;
        const link = column && columnElement(column.id)?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
        link?.focus({ preventScroll: true });
        // A card that was just drawn is hidden until it is measured, and what is hidden takes no focus.
        const hasFocus = link && document.activeElement === link;
        if (!hasFocus && performance.now() < until) requestAnimationFrame(tryNow);
      };
      tryNow();
    },
    [reveal],
  );
  // A blur clears this, but React reports none for an element that it removes.
  const focused = useRef<{ id: string; columnId: string | undefined } | null>(null);
  useEffect(() => {
    if (!focused.current) return;
    const { id, columnId } = focused.current;
    const present = findCard(columns, id, reader)?.column.id;
    focused.current.columnId = present;
    if (present !== undefined && present !== columnId && document.activeElement === document.body) focus(id);
  }, [columns, reader, focus]);
  const watch = {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const { card } = target.dataset;
      const columnId = card && findCard(columns, card, reader)?.column.id;
      focused.current = card === undefined ? null : { id: card, columnId };
    },
    onBlur() {
      focused.current = null;
    },
  };
  return { register, reveal, focus, watch };
}

const columnElement = (id: string) => document.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
