import { createHash } from 'node:crypto';
import type { CalendarEntry } from './appointment-event.ts';

/**
 * A mark that distinguishes a text of ours from one that a person changed. It is stored in the event itself, so nothing
 * is stored here.
 */
export const markOf = (text: string): string =>
  createHash('sha256').update(text.trim()).digest('base64url').slice(0, 12);

export const marksProperty = 'X-FRONTDESK-TEXTS';

/** The marks of both texts of an entry. */
export const marksOf = ({ title, notes }: Pick<CalendarEntry, 'title' | 'notes'>): string =>
  `${markOf(title)}.${markOf(notes)}`;

/** Whether each text is still ours: unchanged, or without marks. */
export function whoseTexts(marks: string | null, now: { title: string; notes: string }) {
  const [title, notes] = marks?.split('.') ?? [];
  const isOurs = (mark: string | undefined, text: string) => mark === undefined || mark === markOf(text);
  return { title: isOurs(title, now.title), notes: isOurs(notes, now.notes) };
}

/** A content line (RFC 5545, 3.1), folded as in the file and unfolded. */
interface Line {
  raw: string;
  name: string;
  value: string;
}

const toLine = (raw: string): Line => {
  const text = raw.replaceAll(/\r?\n[ \t]/g, '');
  const [, name = '', value = ''] = /^([\w-]+)(?:;(?:"[^"]*"|[^":])*)?:([\s\S]*)$/.exec(text) ?? [];
  return { raw, name: name.toUpperCase(), value };
};

/**
 * Writes an appointment into its calendar object (RFC 5545): its times, and its texts unless a person changed them.
 * Everything else stays byte for byte: places, alarms, guests, data of other programs. Returns the same text when
 * nothing changes, and null when it has no event of the appointment.
 */
export function patchIcs(ics: string, entry: CalendarEntry, now: Date): string | null {
  const lines = ics
    .trimEnd()
    .split(/\r?\n(?![ \t])/)
    .map(toLine);
  const event = findEvent(lines, entry.id);
  if (!event) return null;
  const own = new Map(event.own.map((line) => [line.name, line]));
  const read = (name: string) => unescapeText(own.get(name)?.value ?? '');
  const ours = whoseTexts(own.get(marksProperty)?.value ?? null, {
    title: read('SUMMARY'),
    notes: read('DESCRIPTION'),
  });
  const wanted: Record<string, string> = {
    DTSTART: toIcsTime(entry.start),
    DTEND: toIcsTime(entry.end),
    ...(ours.title ? { SUMMARY: escapeText(entry.title) } : {}),
    ...(ours.notes ? { DESCRIPTION: escapeText(entry.notes) } : {}),
  };
  const isSame = Object.entries(wanted).every(([name, value]) =>
    name.startsWith('DT') ? own.get(name)?.value === value : read(name).trim() === unescapeText(value).trim(),
  );
  if (isSame) return ics;
  const written = {
    ...wanted,
    [marksProperty]: marksOf(entry),
    SEQUENCE: String(Number(own.get('SEQUENCE')?.value ?? 0) + 1),
    DTSTAMP: toIcsTime(now.toISOString()),
    'LAST-MODIFIED': toIcsTime(now.toISOString()),
  };
  // An event has an end or a duration.
  const gone = new Set(event.own.filter(({ name }) => name in written || name === 'DURATION'));
  const fresh = Object.entries(written).filter(([, value]) => value !== '');
  const [head, tail] = [lines.slice(0, event.begin + 1), lines.slice(event.begin + 1)];
  const texts = [...head, ...tail.filter((line) => !gone.has(line))].map(({ raw }) => raw);
  texts.splice(head.length, 0, ...fresh.map(([name, value]) => fold(`${name}:${value}`)));
  return `${texts.join('\r\n')}\r\n`;
}

/** The event with this id, not an exception of its series; its lines without those of alarms. */
function findEvent(lines: Line[], id: string): { begin: number; own: Line[] } | null {
  const path: string[] = [];
  let begin = 0;
  let own: Line[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.name === 'BEGIN') path.push(line.value.toUpperCase());
    const isEvent = path.at(-1) === 'VEVENT';
    if (isEvent && line.name === 'BEGIN') [begin, own] = [index, []];
    else if (isEvent && line.name !== 'END') own.push(line);
    if (line.name !== 'END') continue;
    const has = (name: string, value?: string) =>
      own.some((one) => one.name === name && (value === undefined || one.value === value));
    if (isEvent && has('UID', id) && !has('RECURRENCE-ID')) return { begin, own };
    path.pop();
  }
  return null;
}

const toIcsTime = (time: string): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_whole, sign) => (sign.toLowerCase() === 'n' ? '\n' : sign));

const longestLine = 75;

/** Folds to lines of at most 75 bytes without splitting a character. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const letter of line) {
    const length = Buffer.byteLength(letter);
    if (bytes + length > longestLine) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += letter;
    bytes += length;
  }
  return folded;
}
