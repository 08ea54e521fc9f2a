/**
 * The form in which marks are compared: a number without its plus, an address without its server and device, such as
 * `5511987654321` of `5511987654321:3@s.whatsapp.net`.
 */
export const toMark = (value: string): string => value.replace(/^\+/, '').replace(/[:@].*$/s, '');

const texts = /"((?:[^"\\]|\\.)*)"/g;

/**
 * Whether a JSON text contains one of the marks as a whole string. Linear in the text, however many marks there are; a
 * number within a sentence is no mark.
 */
export function containsMark(json: string, marks: ReadonlySet<string>): boolean {
  for (const [, text = ''] of json.matchAll(texts)) if (marks.has(toMark(text))) return true;
  return false;
}
