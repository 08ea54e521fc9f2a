import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Place } from './columns.ts';

type DropTargets = ElementDropTargetEventBasePayload['location']['current']['dropTargets'];

/** A card that is being dragged, and where it would land. */
export interface Drag {
  cardId: string;
  place: Place | null;
}

/** Follows the card that is dragged over a board; `drop` is called where it is let go. */
export function useBoardDrag(drop: (cardId: string, place: Place) => void): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  const onDrop = useEffectEvent(drop);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => typeof source.data.cardId === 'string',
        onDragStart: ({ source }) => setDrag({ cardId: String(source.data.cardId), place: null }),
        onDrag: ({ location }) =>
          setDrag((present) => present && withPlace(present, readPlace(location.current.dropTargets))),
        onDrop: ({ source, location }) => {
          const place = readPlace(location.current.dropTargets);
          setDrag(null);
          if (place) onDrop(String(source.data.cardId), place);
        },
      }),
    [],
  );
  return drag;
}

/** The same object while the place is the same, so that nothing renders. */
function withPlace(drag: Drag, place: Place | null): Drag {
  const isSame =
    drag.place?.columnId === place?.columnId &&
    drag.place?.beside?.id === place?.beside?.id &&
    drag.place?.beside?.side === place?.beside?.side;
  return isSame ? drag : { ...drag, place };
}

function readPlace(targets: DropTargets): Place | null {
  const data = Object.assign({}, ...targets.map((target) => target.data)) as Partial<{
    columnId: string;
    besideId: string;
    side: 'above' | 'below';
  }>;
  if (data.columnId === undefined) return null;
  const { besideId: id, side } = data;
  return { columnId: data.columnId, beside: id !== undefined && side !== undefined ? { id, side } : null };
}

/** Makes a card draggable and, where order counts, lets others land above and below it. */
export function useCardDrag(ref: RefObject<HTMLElement | null>, cardId: string, isOrdered: boolean): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const isDraggable = draggable({ element, getInitialData: () => ({ cardId }) });
    if (!isOrdered) return isDraggable;
    const isTarget = dropTargetForElements({
      element,
      getData: ({ input }) => ({ besideId: cardId, side: sideOf(element, input.clientY) }),
    });
    return combine(isDraggable, isTarget);
  }, [ref, cardId, isOrdered]);
}

function sideOf(element: HTMLElement, y: number): 'above' | 'below' {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? 'above' : 'below';
}

/** Lets cards land in a column. */
export function useColumnDrop(ref: RefObject<HTMLElement | null>, columnId: string): void {
  useEffect(
    () => (ref.current ? dropTargetForElements({ element: ref.current, getData: () => ({ columnId }) }) : undefined),
    [ref, columnId],
  );
}
