import { currencyOf, toCents } from '../../../platform/text/money.ts';
import { emptyWords } from '../claims/amount-words.ts';
import { type Amount, readAmounts, type SaidOf } from '../claims/read-amounts.ts';
import { formatMoney } from '../decide/local/format-money.ts';
import { readNamingWords, readWords } from '../decide/local/words.ts';
import type { Fault } from './case.ts';
import type { Subject } from './subject.ts';
import type { OwnerText } from './texts.ts';

/** A text to judge, with its kind if it is the owner's; `offer` is the name of the item or service that it describes. */
interface Stated {
  kind?: OwnerText['kind'];
  text: string;
  asked: string;
  offer?: string;
}

/** All offers, as amounts are held against them. An item that is not for sale keeps its price. */
export const listOffers = ({ items, agent }: Pick<Subject, 'items' | 'agent'>) => [
  ...items.map(({ name, price, category }) => ({ name, price, category })),
  ...agent.services.map(({ name, price }) => ({ name, price, category: null })),
];

/**
 * The first fault of the amounts in a text. An amount that is said of an offer must be that offer's price; that of a
 * variant, of several offers together, of a fee, deposit or limit is the owner's own.
 */
export function findWrongAmount(subject: Subject, { text, asked, offer, kind }: Stated): Fault | null {
  const offers = listOffers(subject);
  for (const amount of readAmounts(text, offers, asked)) {
    const { saidOf } = amount;
    const isOwn = offer !== undefined && (saidOf === null || (saidOf.kind === 'offer' && saidOf.names.includes(offer)));
    const fault =
      findForeignCurrency(subject, amount) ??
      (isOwn
        ? judgeOwn(subject, amount, offer)
        : saidOf?.kind === 'offer'
          ? judgeOffer(subject, amount, saidOf)
          : judgeUnnamed(subject, amount, kind));
    if (fault) return fault;
  }
  return null;
}

/** In its own description an offer may have other prices, as long as the sentence tells of what: "Fatia: R$ 9". */
function judgeOwn(subject: Subject, { cents, text, sentence, isPrice }: Amount, name: string): Fault | null {
  const prices = listOffers(subject).flatMap((one) => (one.name === name && one.price !== null ? [one.price] : []));
  const isPlain = readWords(sentence.replace(text, ' ')).every((word) => emptyWords.has(word) || nowWords.has(word));
  if (prices.length === 0 || !isPrice || !isPlain || isPriceOf(subject.workspace, prices.map(toCents), cents))
    return null;
  const known = prices.map((price) => formatMoney(price, subject.workspace)).join(', ');
  return { advice: 'wrongPrice', about: name, said: text, known };
}

const nowWords = new Set(readWords('agora hoje ahora hoy now today oi com desconto novo nuevo new'));

function judgeOffer(
  { workspace, items, agent }: Subject,
  amount: Amount,
  { name, names, cents, isCertain }: Extract<SaidOf, { kind: 'offer' }>,
): Fault | null {
  const { cents: said, as, details } = amount;
  if (!isCertain || cents.length === 0 || isPriceOf(workspace, cents, said) || as === 'bundle') return null;
  if (as === 'range' && (said <= Math.min(...cents) || said >= Math.max(...cents))) return null;
  if (as === 'from' && details.length > 0) return null;
  const other = findOfferAt({ items, agent }, names, said, as === 'variant');
  if (as === 'variant' && other === null) return null;
  const known = cents.map((one) => formatMoney(one / 100, workspace)).join(', ');
  return { advice: other ? 'swappedPrice' : 'wrongPrice', about: name, said: amount.text, known: other ?? known };
}

/**
 * The name of another offer that has a price; null if there is none. `isAlike` wants one of the same category or with a
 * common word, since half of one thing may cost as much as the whole of another.
 */
function findOfferAt(
  subject: Pick<Subject, 'items' | 'agent'>,
  named: string[],
  cents: number,
  isAlike: boolean,
): string | null {
  const offers = listOffers(subject);
  const categories = offers.filter((one) => named.includes(one.name)).map(({ category }) => category);
  const words = new Set(named.flatMap(readNamingWords));
  const others = offers.filter(
    (offer) => !named.includes(offer.name) && offer.price !== null && toCents(offer.price) === cents,
  );
  const alike = others.find(
    (offer) =>
      (offer.category !== null && categories.includes(offer.category)) ||
      readNamingWords(offer.name).some((word) => words.has(word)),
  );
  return (isAlike ? alike : others[0])?.name ?? null;
}

/**
 * An amount of no known thing. In an answer it is the owner's own statement, since shops tell of more than they list
 * ("handwritten card: £2"). Said of everything, or in a message that nobody asked for, it must be a price of the shop.
 */
function judgeUnnamed(
  subject: Subject,
  { saidOf, isPrice, text, cents, sentence }: Amount,
  kind?: string,
): Fault | null {
  const prices = listOffers(subject).flatMap(({ price }) => (price === null ? [] : [toCents(price)]));
  if (saidOf !== null || !isPrice || isPriceOf(subject.workspace, prices, cents)) return null;
  const isOfAll = readWords(sentence).some((word) => allWords.has(word));
  return isOfAll || kind === 'greeting' || kind === 'fallback' || kind === 'closed'
    ? { advice: 'foreignPrice', about: text }
    : null;
}

const allWords = new Set(['tudo', 'todo', 'everything']);

/** Whether an amount is one of some prices; a currency without decimals shows them rounded. */
function isPriceOf({ country }: Subject['workspace'], prices: number[], said: number): boolean {
  const currency = currencyOf(country);
  const digits = currency
    ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    : 2;
  return prices.some((price) => price === said || (digits === 0 && Math.round(price / 100) * 100 === said));
}

/** Signs and words of one currency only; "$" and "pesos" belong to many. */
const currencies: [RegExp, string][] = [
  [/R\$|\breais\b|\breal\b|\bBRL\b/i, 'BRL'],
  [/€|\beuros?\b|\bEUR\b/i, 'EUR'],
  [/£|\bGBP\b|\bquid\b/i, 'GBP'],
  [/US\$|U\$S|\bUSD\b|d[oó]lar|\bdollars?\b|\bbucks?\b/i, 'USD'],
  [/\bsoles\b|\bPEN\b/i, 'PEN'],
  [/\bpesos\b/i, 'peso'],
];
const dollars = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'BBD', 'BSD', 'BZD', 'JMD', 'TTD', 'XCD']);
const pesos = new Set(['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'CUP', 'PHP']);

/** A fault for a price in another currency than the shop's; a fee may be in dollars anywhere. */
function findForeignCurrency({ workspace }: Subject, { text, saidOf, isPrice }: Amount): Fault | null {
  const own = currencyOf(workspace.country);
  const [, written] = currencies.find(([pattern]) => pattern.test(text)) ?? [];
  if (own === undefined || written === undefined || written === own) return null;
  if (written === 'peso' && pesos.has(own)) return null;
  if (written === 'USD' && (dollars.has(own) || saidOf?.kind !== 'offer')) return null;
  if (saidOf === null && !isPrice) return null;
  return { advice: 'foreignCurrency', about: text, known: own };
}
