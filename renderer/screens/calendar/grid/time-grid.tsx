import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../../session.ts';
import type { Entry } from '../calendar.ts';
import { clockAt, dayMinutes, writeClock, writeEnd } from '../shop-time.ts';
import { useNow } from '../use-now.ts';
import { ColumnHead } from './column-head.tsx';
import { beginOf, type Column } from './columns.ts';
import { GridEntry } from './grid-entry.tsx';
import type { Range } from './place-entries.ts';
import { type BeginDrag, type Drag, useGridDrag } from './use-grid-drag.ts';

export interface GridActs {
  /** Free space of a column was chosen. */
  onBook(column: Column, range: Range): void;
  /** An appointment was taken elsewhere, or its end was. */
  onMove(entry: Entry, kind: 'move' | 'length', by: { days: number; minutes: number }): void;
  hrefOf(entry: Entry): string;
  onDay(date: string): void;
}

interface TimeGridProps extends GridActs {
  label: string;
  columns: Column[];
  /** The columns are days. */
  isWeek: boolean;
}

const hours = [...Array(24).keys()];

/** Days or agents beside each other, from midnight to midnight by the shop's clock. */
export function TimeGrid({ label, columns, isWeek, ...acts }: TimeGridProps) {
  const { timezone } = useConsole().workspace;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const now = clockAt(useNow(), timezone);
  const { drag, begin } = useGridDrag({
    body,
    isAcross: isWeek,
    onDrop: (dropped) => {
      const column = columns[dropped.column];
      if (dropped.entry && dropped.kind !== 'book') acts.onMove(dropped.entry, dropped.kind, dropped);
      else if (column) acts.onBook(column, dropped);
    },
  });
  useBegin(scroller, body, columns);
  const onKeyDown = (event: KeyboardEvent) => {
    const { id } = (event.target as HTMLElement).dataset;
    const step = steps[event.key];
    if (!step || id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [days, direction] = step;
    const entry = columns.flatMap(({ placed }) => placed).find((each) => each.entry.id === id)?.entry;
    if (!event.shiftKey) moveFocus(event.target as HTMLElement, step, body.current);
    else if (entry && (isWeek || days === 0)) acts.onMove(entry, 'move', { days, minutes: direction * stepMinutes });
  };
  return (
    <section
      className="ca-scroll"
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      style={{ '--ca-columns': columns.length } as CSSProperties}
    >
      <div className="ca-heads">
        <div className="ca-corner" />
        {columns.map((column) => (
          <ColumnHead
            key={column.key}
            column={column}
            isWeek={isWeek}
            isToday={column.day.date === now.date}
            onDay={acts.onDay}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside */}
      <div className="ca-body" ref={body} data-dragging={drag?.kind} onKeyDown={onKeyDown}>
        <div className="ca-hours" aria-hidden>
          {hours.map((hour) => (
            <span key={hour}>{hour > 0 && writeClock(hour * 60)}</span>
          ))}
        </div>
        {columns.map((column, index) => (
          <GridColumn
            key={column.key}
            column={column}
            now={column.day.date === now.date ? now.minutes : null}
            drag={drag?.column === index ? drag : null}
            dragged={drag?.entry?.id ?? null}
            hrefOf={acts.hrefOf}
            onDay={acts.onDay}
            begin={begin}
            index={index}
          />
        ))}
      </div>
    </section>
  );
}

/** Scrolls to the day's business when other days or agents are shown. */
function useBegin(
  scroller: React.RefObject<HTMLElement | null>,
  body: React.RefObject<HTMLElement | null>,
  columns: Column[],
) {
  const shown = columns.map(({ key }) => key).join();
  const begin = beginOf(columns);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (shown === '' || !scroller.current || !body.current) return;
    const perMinute = body.current.offsetHeight / dayMinutes;
    scroller.current.scrollTop = Math.max(0, latest.current - 40) * perMinute;
  }, [shown, scroller, body]);
}

interface GridColumnProps {
  column: Column;
  index: number;
  now: number | null;
  /** What is being dragged in this column. */
  drag: Drag | null;
  /** Id of the appointment that is being dragged, here or elsewhere. */
  dragged: string | null;
  hrefOf: GridActs['hrefOf'];
  onDay: GridActs['onDay'];
  begin: BeginDrag;
}

const spanOf = ({ from, to }: Range): CSSProperties => ({
  top: `${(from / dayMinutes) * 100}%`,
  height: `${((to - from) / dayMinutes) * 100}%`,
});

function GridColumn({ column, index, now, drag, dragged, hrefOf, onDay, begin }: GridColumnProps) {
  const { t } = useTranslation('calendar');
  const { closed, skipped, repeated, placed, hidden } = column;
  return (
    // The pointer books here; keys do by N.
    <div className="ca-column" data-column={index} onPointerDown={(event) => begin(event, 'book', index)}>
      {closed.map((range) => (
        <div key={range.from} className="ca-closed" style={spanOf(range)} />
      ))}
      {skipped && <div className="ca-skipped" style={spanOf(skipped)} title={t('clock.skipped')} />}
      {repeated && <div className="ca-repeated" style={spanOf(repeated)} title={t('clock.repeated')} />}
      {now !== null && <div className="ca-now" style={{ top: `${(now / dayMinutes) * 100}%` }} />}
      <ul className="ca-entries">
        {placed.map((each) => (
          <GridEntry
            key={each.entry.id}
            {...each}
            column={index}
            isTwice={repeated !== null && each.from >= repeated.from && each.from < repeated.to}
            isDragged={each.entry.id === dragged}
            href={hrefOf(each.entry)}
            begin={begin}
          />
        ))}
        {hidden.map((rest) => (
          <li
            key={`${rest.from} ${rest.count}`}
            className="ca-place"
            style={{ ...spanOf(rest), ...placeOf(rest.width - 1, rest.width) }}
          >
            <button
              type="button"
              className="ca-rest"
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => onDay(column.day.date)}
            >
              {t('more', { count: rest.count })}
            </button>
          </li>
        ))}
      </ul>
      {drag && (
        <div className="ca-ghost" style={spanOf(drag)}>
          {writeClock(drag.from)}–{writeEnd(drag.to)}
        </div>
      )}
    </div>
  );
}

const placeOf = (place: number, width: number): CSSProperties => ({
  left: `${(place / width) * 100}%`,
  width: `${100 / width}%`,
});

const stepMinutes = 15;

type Step = [columns: number, entries: number];

const steps: Partial<Record<string, Step>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Moves the focus from one appointment to the next of its column, or to the nearest of the column beside. */
function moveFocus(from: HTMLElement, [byColumns, byEntries]: Step, body: HTMLElement | null): void {
  const columns = [...(body?.querySelectorAll('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('.ca-entry'),
  ]);
  const at = columns.findIndex((entries) => entries.includes(from));
  if (byEntries !== 0) {
    columns[at]?.[(columns[at]?.indexOf(from) ?? 0) + byEntries]?.focus();
    return;
  }
  const { top } = from.getBoundingClientRect();
  const gapTo = (entry: HTMLElement) => Math.abs(entry.getBoundingClientRect().top - top);
  for (let column = at + byColumns; columns[column]; column += byColumns) {
    const [nearest] = (columns[column] ?? []).toSorted((a, b) => gapTo(a) - gapTo(b));
    if (!nearest) continue;
    nearest.focus();
    return;
  }
}
