/** Numbers with their thousands and decimals, times, dates, phone numbers in parts. */
const numberPattern = /\d+(?:[.,:/]\d+)*/g;
const linkPattern = /(?:https?:\/\/|www\.)[^\s)\]>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
const phonePattern = /\+?\d[\d\s().-]{6,}\d/g;

/**
 * The first thing in an answer that none of its sources says: a number (prices, times, quantities), a phone number, a
 * link or an e-mail address. Null when all of them are grounded. Numbers written as words are not looked at.
 */
export function findUngrounded(answer: string, sources: string[]): string | null {
  const source = sources.join('\n');
  const known = new Set([...source.matchAll(numberPattern)].flatMap(([number]) => readings(number)));
  const lower = source.toLowerCase();
  const link = [...answer.matchAll(linkPattern)]
    .map(([found]) => found.replace(/[.,;:!?]+$/, ''))
    .find((found) => !lower.includes(found.toLowerCase()));
  if (link) return link;
  const digits = source.replaceAll(/[\s().-]/g, '');
  const phone = [...answer.matchAll(phonePattern)].find(
    ([found]) => !digits.includes(found.replaceAll(/[\s().-]/g, '')),
  );
  if (phone) return phone[0];
  const number = [...answer.matchAll(numberPattern)].find(([found]) => !readings(found).some((one) => known.has(one)));
  return number?.[0] ?? null;
}

/** What a number can be read as: 49,90 is 49.9, 1.200 is 1200 or 1.2, 18:00 is also 18 and 00. */
function readings(number: string): string[] {
  if (/[:/]/.test(number)) return [number, ...number.split(/[:/]/)].map((part) => part.replace(/^0+(?=\d)/, ''));
  const parts = number.split(/[.,]/);
  if (parts.length === 1) return [String(Number(number))];
  const asWhole = String(Number(parts.join('')));
  const asDecimal = String(Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`));
  return parts.at(-1)?.length === 3 ? [asWhole, asDecimal] : [asDecimal];
}
