import { TypeID } from 'typeid-js';
import type { Recorded } from './recording.ts';

/** When the ids of the examples were made: as the bakery opened. */
const madeAt = Date.parse('2026-11-21T11:00:00.000Z');

/** What differs between recordings besides ids, and what stands for it. */
const volatile: [RegExp, (number: number) => string][] = [
  [/(?<=\/media\/)[\w.-]{20,}/g, (number) => `picture-${number}`],
  [/(?<=data:image\/png;base64,)[\w+/=]+/g, () => 'iVBORw0KGgo='],
  [/(?<=frontdesk-simulator:)[\w-]+/g, () => 'code-on-the-screen'],
  [/(?<="nextCursor":")[^"]+/g, (number) => `where-page-two-begins-${number}`],
  [/(?<="(?:\w*[dD]urationMs|latencyMs|milliseconds)":)[\d.]+/g, () => '24'],
  [/(?<="hash":")[0-9a-f]{64}/g, (number) => String(number).padStart(64, '0')],
  // A secret is shown once: where it is asked for, in the request, and where it is made.
  [/whsec_[\w+/=]+/g, () => 'whsec_shown-only-once'],
];

/**
 * Replaces what differs between two recordings of the same story, the same everywhere, so that what named the same thing
 * still does.
 */
export function stabilise(recorded: Recorded, standIns: Map<string, string>): Recorded {
  let text = JSON.stringify(recorded);
  for (const [real, shown] of standIns) text = text.replaceAll(real, shown);
  text = replaceEach(text, /(?<=\b[a-z]+[._])[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, (number) =>
    TypeID.fromUUID('', uuidOf(number)).getSuffix(),
  );
  text = replaceEach(text, /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, uuidOf);
  for (const [form, write] of volatile) text = replaceEach(text, form, write);
  return JSON.parse(text);
}

/** Replaces each distinct match by what `write` makes of its number, in the order in which they appear. */
function replaceEach(text: string, form: RegExp, write: (number: number) => string): string {
  const known = new Map<string, string>();
  return text.replaceAll(form, (found) => {
    const shown = known.get(found) ?? write(known.size + 1);
    known.set(found, shown);
    return shown;
  });
}

/** A UUIDv7 of the story. */
function uuidOf(number: number): string {
  const time = (madeAt + number * 20_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${(number * 7_919).toString(16).padStart(12, '0')}`;
}
