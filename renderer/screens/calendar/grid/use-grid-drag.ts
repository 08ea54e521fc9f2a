import { type PointerEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Entry } from '../calendar.ts';
import { dayMinutes } from '../shop-time.ts';
import type { Range } from './place-entries.ts';

const stepMinutes = 15;
/** A press that moves less is a click. */
const leastPx = 5;
const clickMinutes = 60;

export interface Drag extends Range {
  /** `book`: a range of free space; `move`, `length`: an appointment is taken elsewhere or made longer. */
  kind: 'book' | 'move' | 'length';
  column: number;
  entry: Entry | null;
  /** How far it was taken. */
  days: number;
  minutes: number;
}

interface Press extends Range {
  kind: Drag['kind'];
  column: number;
  entry: Entry | null;
  x: number;
  y: number;
  /** Minute under the pointer when it was pressed. */
  at: number;
}

interface Grid {
  /** The element whose children with `data-column` are the columns. */
  body: RefObject<HTMLElement | null>;
  /** Appointments may be taken to another column: these are days, and agents cannot be changed. */
  isAcross: boolean;
  onDrop(drag: Drag): void;
}

/** Begins a drag in a column, of an appointment or of free space. */
export type BeginDrag = (
  event: PointerEvent,
  kind: Drag['kind'],
  column: number,
  held?: (Range & { entry: Entry }) | null,
) => void;

const boxesOf = (body: HTMLElement | null): DOMRect[] =>
  [...(body?.querySelectorAll('[data-column]') ?? [])].map((each) => each.getBoundingClientRect());

const snap = (minutes: number): number => Math.round(minutes / stepMinutes) * stepMinutes;
const within = (minutes: number, most = dayMinutes): number => Math.max(0, Math.min(minutes, most));

/** Books, moves and lengthens by the pointer; by keys there are forms. A finger scrolls, and books by a tap. */
export function useGridDrag({ body, isAcross, onDrop }: Grid) {
  const press = useRef<Press | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [isPressed, setIsPressed] = useState(false);
  const begin: BeginDrag = useCallback(
    (event, kind, column, held = null) => {
      if (event.button !== 0 || (event.pointerType === 'touch' && kind !== 'book')) return;
      const box = boxesOf(body.current)[column];
      if (!box) return;
      const at = ((event.clientY - box.top) / box.height) * dayMinutes;
      const from = held?.from ?? within(Math.floor(at / 30) * 30, dayMinutes - clickMinutes);
      const to = held?.to ?? from + clickMinutes;
      press.current = { kind, column, entry: held?.entry ?? null, x: event.clientX, y: event.clientY, at, from, to };
      setIsPressed(true);
      event.stopPropagation();
    },
    [body],
  );

  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = press.current;
    if (!held || (!drag && Math.hypot(event.clientX - held.x, event.clientY - held.y) < leastPx)) return;
    event.preventDefault();
    const boxes = boxesOf(body.current);
    const under = boxes.findIndex(({ left, right }) => event.clientX >= left && event.clientX < right);
    const column = held.kind === 'move' && isAcross && under !== -1 ? under : held.column;
    const box = boxes[column];
    if (box) setDrag(dragTo(held, column, ((event.clientY - box.top) / box.height) * dayMinutes));
  });

  const onUp = useEffectEvent((event: globalThis.PointerEvent) => {
    const held = press.current;
    end();
    if (!held) return;
    const isTap = Math.hypot(event.clientX - held.x, event.clientY - held.y) < leastPx;
    if (drag && (drag.days !== 0 || drag.minutes !== 0 || drag.kind === 'book')) onDrop(drag);
    else if (!drag && held.kind === 'book' && isTap) onDrop({ ...held, days: 0, minutes: 0 });
  });

  const end = () => {
    press.current = null;
    setIsPressed(false);
    // The click that follows still sees that something was dragged.
    setTimeout(() => setDrag(null));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
  });

  useEffect(() => {
    if (!isPressed) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('pointermove', (event) => onMove(event), { signal });
    window.addEventListener('pointerup', (event) => onUp(event), { signal });
    window.addEventListener('pointercancel', () => onKey(new KeyboardEvent('keydown', { key: 'Escape' })), { signal });
    window.addEventListener('keydown', (event) => onKey(event), { signal });
    return () => leaving.abort();
  }, [isPressed]);

  return { drag, begin };
}

/** What a press becomes when the pointer is at a minute of a column. */
function dragTo(held: Press, column: number, at: number): Drag {
  const { kind, entry } = held;
  if (kind === 'book') {
    const [first, last] = [Math.min(held.at, at), Math.max(held.at, at)];
    const from = within(snap(first), dayMinutes - stepMinutes);
    return { kind, entry, column, from, to: Math.max(within(snap(last)), from + stepMinutes), days: 0, minutes: 0 };
  }
  if (kind === 'length') {
    const to = Math.max(within(snap(held.to + at - held.at)), held.from + stepMinutes);
    return { kind, entry, column, from: held.from, to, days: 0, minutes: to - held.to };
  }
  // From where it began to a round time.
  const from = within(snap(held.from + at - held.at), dayMinutes - stepMinutes);
  const minutes = from - held.from;
  return { kind, entry, column, from, to: within(held.to + minutes), days: column - held.column, minutes };
}
