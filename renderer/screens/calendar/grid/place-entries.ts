import type { Entry } from '../calendar.ts';
import { clockAt, dayMinutes, minuteMs } from '../shop-time.ts';

/** Half-open, in minutes after midnight. */
export interface Range {
  from: number;
  to: number;
}

/** The part of [from, to) that a clock shows on a date; null for none. */
export function rangeOn(from: string, to: string, date: string, zone: string): Range | null {
  const [start, end] = [clockAt(from, zone), clockAt(to, zone)];
  if (start.date > date || end.date < date || (end.date === date && end.minutes === 0 && start.date !== date))
    return null;
  const begin = start.date < date ? 0 : start.minutes;
  const until = end.date > date ? dayMinutes : end.minutes;
  if (until > begin) return { from: begin, to: until };
  // The clock was put back in between.
  return { from: begin, to: Math.min(dayMinutes, begin + (Date.parse(to) - Date.parse(from)) / minuteMs) };
}

export interface Placed extends Range {
  entry: Entry;
  /** Which of `width` places beside each other. */
  place: number;
  width: number;
}

/** Entries for which there was no room beside others. */
export interface Hidden extends Range {
  count: number;
  width: number;
}

/** The shortest that is drawn: its line of text needs the height. */
const shortest = 25;

/**
 * Puts entries that overlap beside each other, `most` at once; the last place of a crowd that is larger stands for the
 * rest of it.
 */
export function placeEntries(
  entries: (Range & { entry: Entry })[],
  most: number,
): { placed: Placed[]; hidden: Hidden[] } {
  const sorted = entries.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const placed: Placed[] = [];
  const hidden: Hidden[] = [];
  let crowd: (Range & { entry: Entry; place: number })[] = [];
  let ends: number[] = [];
  const close = () => {
    const width = Math.min(ends.length, most);
    const isFull = ends.length > most;
    const rest = crowd.filter(({ place }) => isFull && place >= most - 1);
    for (const each of crowd) if (!rest.includes(each)) placed.push({ ...each, width });
    if (rest.length > 0) {
      const to = Math.max(...rest.map((each) => each.to));
      hidden.push({ from: Math.min(...rest.map(({ from }) => from)), to, count: rest.length, width });
    }
    crowd = [];
    ends = [];
  };
  for (const each of sorted) {
    if (ends.every((end) => end <= each.from)) close();
    const free = ends.findIndex((end) => end <= each.from);
    const place = free === -1 ? ends.length : free;
    ends[place] = Math.max(each.to, each.from + shortest);
    crowd.push({ ...each, place });
  }
  close();
  return { placed, hidden };
}
