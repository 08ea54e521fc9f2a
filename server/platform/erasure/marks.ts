/**
 * The form in which marks are compared: a number without its plus, an address without its server and device, such as
 * `5511987654321` of `5511987654321:3@s.whatsapp.net`.
 */
export const toMark = (value: string): string => value.replace(/^\+/, '').replace(/[:@].*$/s, '');

/** Returns true if a JSON text contains a mark as a whole string or key. A number within a sentence is no mark. */
export function containsMark(json: string, marks: ReadonlySet<string>): boolean {
  let contains = false;
  JSON.parse(json, (key, value: unknown) => {
    contains ||= marks.has(toMark(key)) || (typeof value === 'string' && marks.has(toMark(value)));
    return value;
  });
  return contains;
}
