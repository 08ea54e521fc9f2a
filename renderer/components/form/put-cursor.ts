/** Focuses a field whose text was just rendered, so that the next key types at `place`. */
export function putCursor(field: HTMLTextAreaElement | null, place: number): void {
  field?.focus();
  field?.setSelectionRange(place, place);
}
