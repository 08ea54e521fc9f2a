import { useCallback, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type BoardColumn, type CardReader, findCard } from './columns.ts';

/** Frames to wait for a card that scrolling brings into view. */
const mostFrames = 20;

/** Scrolls to cards and focuses them, also those that are not rendered yet. */
export function useCardFocus<Card>(columns: readonly BoardColumn<Card>[], reader: CardReader<Card>) {
  const handles = useRef(new Map<string, VirtualizerHandle>());
  const latest = useRef({ columns, reader });
  latest.current = { columns, reader };
  const register = useCallback((columnId: string, handle: VirtualizerHandle | null) => {
    if (handle) handles.current.set(columnId, handle);
    else handles.current.delete(columnId);
  }, []);
  /** Scrolls to a card; returns its link once that is rendered where it should be. */
  const reveal = useCallback((id: string): HTMLElement | null => {
    const found = findCard(latest.current.columns, id, latest.current.reader);
    if (!found) return null;
    handles.current.get(found.column.id)?.scrollToIndex(found.index, { align: 'nearest' });
    const column = document.querySelector<HTMLElement>(`[data-column="${CSS.escape(found.column.id)}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return column?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
  }, []);
  const focus = useCallback(
    (id: string, framesLeft = mostFrames) => {
      const link = reveal(id);
      if (link) link.focus({ preventScroll: true });
      else if (framesLeft > 0) requestAnimationFrame(() => focus(id, framesLeft - 1));
    },
    [reveal],
  );
  return { register, reveal, focus };
}
