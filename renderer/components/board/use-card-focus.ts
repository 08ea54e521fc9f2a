import { useCallback, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type BoardColumn, type CardReader, findCard } from './columns.ts';

/** Frames to wait for a card that scrolling brings into view. */
const mostFrames = 20;

/** Focuses cards, also those that are not rendered yet. */
export function useCardFocus<Card>(columns: readonly BoardColumn<Card>[], reader: CardReader<Card>) {
  const handles = useRef(new Map<string, VirtualizerHandle>());
  const latest = useRef({ columns, reader });
  latest.current = { columns, reader };
  const register = useCallback((columnId: string, handle: VirtualizerHandle | null) => {
    if (handle) handles.current.set(columnId, handle);
    else handles.current.delete(columnId);
  }, []);
  const focus = useCallback((id: string, framesLeft = mostFrames) => {
    const found = findCard(latest.current.columns, id, latest.current.reader);
    const element = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    if (found && element?.closest<HTMLElement>('.bd-column')?.dataset.column === found.column.id) {
      handles.current.get(found.column.id)?.scrollToIndex(found.index, { align: 'nearest' });
      element.focus({ preventScroll: true });
      element.closest('.bd-column')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
    if (found) handles.current.get(found.column.id)?.scrollToIndex(found.index, { align: 'nearest' });
    if (framesLeft > 0) requestAnimationFrame(() => focus(id, framesLeft - 1));
  }, []);
  return { register, focus };
}
