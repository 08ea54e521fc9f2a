import { currencyOf } from '../../../platform/text/money.ts';

const linkPattern = /(?:https?:\/\/|www\.)[^\s)\]>"']+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu;
const bareLink =
  /(?<![\w@.-])[\w-]{2,40}\.(?:com|net|org|shop|store|app|io|me|br|mx|es|ar|cl|co|uk|example)(?:\.[a-z]{2})?(?:\/[^\s)\]>"']*)?/giu;
const phonePattern = /\+?\d[\d\s().-]{6,}\d/g;
const socialPattern = /(?<![\w.])@\w[\w.]{1,30}/g;

const bare = (link: string): string =>
  link
    .replace(/[.,;:!?]{1,8}$/, '')
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** A link, e-mail address or account of a text that no fact has; null if there is none. */
export function findForeignLink(text: string, facts: string): string | null {
  const known = facts.toLowerCase();
  const links = [linkPattern, bareLink, socialPattern].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([link]) => link),
  );
  return links.find((link) => !known.includes(bare(link))) ?? null;
}

/** A phone number of a text that no fact has; null if there is none. */
export function findForeignPhone(text: string, facts: string): string | null {
  const digits = (of: string) => of.replaceAll(/\D/g, '');
  const known = [...facts.matchAll(phonePattern)].map(([phone]) => digits(phone));
  const phones = [...text.matchAll(phonePattern)].map(([phone]) => phone).filter((phone) => digits(phone).length >= 7);
  return (
    phones.find((phone) => !known.some((other) => other.endsWith(digits(phone)) || digits(phone).endsWith(other))) ??
    null
  );
}

/** Words and signs of money, with the currencies that they may mean. */
const money: [RegExp, string[]][] = [
  [/r\$|\breais\b|\bbrl\b/, ['BRL']],
  [/us\$|\busd\b|\bdolar(?:es)?\b|\bdollars?\b|\bbucks\b/, ['USD', 'CAD', 'AUD', 'NZD']],
  [/€|\beuros?\b|\beur\b/, ['EUR']],
  [/£|\bpounds?\b|\blibras?\b|\bquid\b|\bgbp\b/, ['GBP']],
  [/\bpesos?\b|\bmxn\b|\bars\b|\bclp\b|\bcop\b/, ['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'CUP', 'PHP']],
  [/\bsoles\b/, ['PEN']],
  [/\bbitcoin|\bcripto|\bcrypto/, []],
  [/(?<![a-z])\$/, ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'CUP']],
];

/** Whether a plain text names money that is not the shop's and that no fact names. */
export const namesForeignMoney = (text: string, facts: string, country: string): boolean => {
  const own = currencyOf(country);
  return money.some(([pattern, meant]) => pattern.test(text) && !meant.includes(own ?? '') && !pattern.test(facts));
};
