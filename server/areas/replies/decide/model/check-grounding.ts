/** Numbers with separators, times and dates; not the digits within an id. */
const numberPattern = /(?<![\p{L}\p{N}_])\d+(?:[.,:/]\d+)*(?![\p{N}_])/gu;
const currency = String.raw`(?:R\$|US\$|\$|€|£|[A-Z]{3})`;
const amount = String.raw`\d+(?:[.,]+\d+)*`;
const amountPattern = new RegExp(
  String.raw`${currency}\s?(${amount})|(?=\d)(?<!\d[.,]*)(${amount})\s?(?:€|£|reais|real|euros?|d[oó]lar(?:es)?|dollars?|bucks|pesos?)`,
  'gu',
);
const linkPattern = /(?:https?:\/\/|www\.)[^\s)\]>"']+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu;
const phonePattern = /\+?\d[\d\s().-]{6,}\d/g;

/**
 * The first ungrounded claim of an answer: a price that is in no source, or a number, phone number, link or e-mail
 * address that neither a source nor the customer mentioned. Null if all are grounded. A customer's message supports no
 * price. Numbers written as words are not checked.
 */
export function findUngrounded(answer: string, sources: string[], customer: string): string | null {
  const amounts = new Set(sources.flatMap((source) => findAmounts(source)).flatMap(readings));
  const amount = findAmounts(answer).find((found) => !readings(found).some((one) => amounts.has(one)));
  if (amount) return amount;
  const said = [...sources, customer].join('\n');
  const lower = said.toLowerCase();
  const link = [...answer.matchAll(linkPattern)]
    .map(([found]) => found.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))
    .find((found) => !lower.includes(found.toLowerCase()));
  if (link) return link;
  const digits = said.replaceAll(/[\s().-]/g, '');
  const phone = [...answer.matchAll(phonePattern)].find(
    ([found]) => !digits.includes(found.replaceAll(/[\s().-]/g, '')),
  );
  if (phone) return phone[0];
  const known = new Set([...said.matchAll(numberPattern)].flatMap(([number]) => readings(number)));
  const number = [...answer.matchAll(numberPattern)].find(([found]) => !readings(found).some((one) => known.has(one)));
  return number?.[0] ?? null;
}

const findAmounts = (text: string): string[] =>
  [...text.matchAll(amountPattern)].map(([, one, other]) => one ?? other ?? '');

/** The possible values of a number: 49,90 is 49.9; 1.200 is 1200 or 1.2; 18:00 is also 18 and 0. */
function readings(number: string): string[] {
  if (/[:/]/.test(number)) return [number, ...number.split(/[:/]/)].map((part) => part.replace(/^0+(?=\d)/, ''));
  const parts = number.split(/[.,]/);
  if (parts.length === 1) return [String(Number(number))];
  const asWhole = String(Number(parts.join('')));
  const asDecimal = String(Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`));
  return parts.at(-1)?.length === 3 ? [asWhole, asDecimal] : [asDecimal];
}
