/** An amount of money in a line of a price list. */
export interface PriceToken {
  cents: number;
  /** Offsets in the line, including the currency. */
  start: number;
  end: number;
  /** The evidence that it is a price. */
  mark: 'currency' | 'decimals' | 'place';
}

const largestCents = 99_999_999_999;
const sign = String.raw`(?:R\$|US\$|U\$S|AR\$|MX\$|RD\$|CLP\$|COP\$|\$U|\$|€|£|₡|₲|₹|(?<!\p{L})(?:S\/\.?|B\/\.|(?:Bs|Gs)\.?|BRL|USD|EUR|GBP|ARS|MXN|CLP|COP|UYU|PEN|PYG|BOB|CRC|CHF|Kz|MTn)(?!\p{L}))`;
const unit = String.raw`(?:reais|real|euros?|d[oó]lares|dollars?|pesos|soles)(?!\p{L})`;
/** Groups of three digits or all digits together, then decimals or a dash for none: `45,-`. */
const amount = String.raw`(?:\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,4}(?!\d)|\d{1,9})(?:[.,](?:\d{1,2}(?!\d)|-{1,2}))?`;
const withSign = new RegExp(
  String.raw`${sign}\s{0,3}(?<after>${amount})|(?<![\d.,])(?<before>${amount})\s{0,2}(?:${sign}|${unit})`,
  'giu',
);
/** A price by its two decimals alone, unless it is part of a measure, date, time or phone number. */
const withDecimals = /(?<![\d.,:/\p{L}-])(\d{1,3}(?:[.,]\d{3})*|\d{1,6})[.,]\d{2}(?![\d:/%°]|[.,]\d|\s{0,2}\p{L})/gu;
/** A whole number at the end of a line, after leader dots or in its own cell. */
const atEnd =
  /(?:(?<!\.)\.{3,}|…|(?<!_)_{3,}|(?<!-)-{3,}|(?<!·)·{3,}|\|)\s*(?<price>\d{1,3}(?:[.,]\d{3})+|\d{1,6})\s*$/u;

/**
 * Finds the prices in one line, in order: amounts with a currency; else amounts with two decimals; else a whole number
 * at the end after dots or in a cell. Reads the point and comma conventions of Brazil, Europe and the United States.
 */
export function findPrices(line: string): PriceToken[] {
  const marked = [...line.matchAll(withSign)].map((match) =>
    toToken(match[0], match.groups?.after ?? match.groups?.before ?? '', match.index, 'currency'),
  );
  if (marked.length > 0) return marked.filter((token) => token !== null);
  const decimal = [...line.matchAll(withDecimals)].map((match) => toToken(match[0], match[0], match.index, 'decimals'));
  if (decimal.length > 0) return decimal.filter((token) => token !== null);
  const last = atEnd.exec(line);
  const digits = last?.groups?.price;
  if (!last || digits === undefined) return [];
  const token = toToken(digits, digits, last.index + last[0].lastIndexOf(digits), 'place');
  return token ? [token] : [];
}

function toToken(whole: string, digits: string, start: number, mark: PriceToken['mark']): PriceToken | null {
  const cents = readCents(digits);
  return cents > largestCents ? null : { cents, start, end: start + whole.length, mark };
}

/** `1.234,56`, `1,234.56`, `1 234,56`, `1.234`, `45,9`, `45`: a last mark before one or two digits is decimal. */
function readCents(text: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}|-{1,2}))?$/.exec(text) ?? [];
  const fraction = /^\d/.test(decimals) ? decimals.padEnd(2, '0') : '00';
  return Number(whole.replaceAll(/\D/g, '') || 0) * 100 + Number(fraction);
}
