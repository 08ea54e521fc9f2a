import { useCallback, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type BoardColumn, type CardReader, findCard } from './columns.ts';

/** How long to wait for a card that scrolling brings into view. */
const patienceMs = 1_000;

/** Scrolls to cards and focuses them, also those that are not rendered yet. */
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
      const tryNow = () => {
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
  return { register, reveal, focus };
}

const columnElement = (id: string) => document.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
