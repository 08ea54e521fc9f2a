import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Renders a change of a field's text at once and puts the cursor at `place`, so that the next key types there. */
export function writeAt(field: RefObject<HTMLTextAreaElement | null>, place: number, write: () => void): void {
  flushSync(write);
  field.current?.focus();
  field.current?.setSelectionRange(place, place);
}
