import { fold } from '../../../../platform/database/fold.ts';
import { emptyWords, type FeeKind, feePatterns, findPatterns } from '../../claims/amount-words.ts';
import { readAmounts } from '../../claims/read-amounts.ts';
import { formatMoney } from '../../decide/local/format-money.ts';
import { readWords } from '../../decide/local/words.ts';
import { areDisjoint, type Check, type Finding, findDiffering } from '../check.ts';
import { findWrongAmount, listOffers } from '../judge-amounts.ts';
import type { Subject } from '../subject.ts';
import { type OwnerText, splitSentences } from '../texts.ts';

/** Checks of the prices of the catalog, and of the amounts and percentages in the owner's texts. */
export const priceChecks: Check[] = [
  {
    ...{ capability: 'price_only_from_catalog', flavour: 'in_texts', expected: 'noPrice' },
    find: (subject, texts) =>
      texts.flatMap((text) => {
        const fault = findWrongAmount(subject, text);
        return fault ? [{ ...fault, text }] : [];
      }),
  },
  {
    ...{ capability: 'price_only_from_catalog', flavour: 'for_nothing', expected: 'price' },
    find: ({ items }) =>
      items
        .filter(({ active, price, name, description }) => {
          return active && price === 0 && !free.test(fold(`${name} ${description ?? ''}`));
        })
        .map(({ name }) => ({ advice: 'zeroPrice', about: name })),
  },
  {
    ...{ capability: 'price_only_from_catalog', flavour: 'one_price_a_name', expected: 'price' },
    find: ({ items, agent, workspace }) =>
      findDiffering(
        [...items.filter(({ active }) => active), ...agent.services],
        ({ name }) => readWords(name).join(' '),
        (one, other) => one.price !== null && other.price !== null && one.price !== other.price,
      ).map(([one, other]) => {
        const show = (price: number | null) => (price === null ? '–' : formatMoney(price, workspace));
        return { advice: 'twoPrices', about: other.name, said: show(other.price), known: show(one.price) };
      }),
  },
  {
    ...{ capability: 'is_consistent', flavour: 'fees', expected: 'agreement' },
    find: findFeeConflicts,
  },
  {
    ...{ capability: 'is_consistent', flavour: 'percentages', expected: 'agreement' },
    find: (_subject, texts) =>
      texts.flatMap((text) => {
        const about = splitSentences(text.text).find((sentence) => {
          const percent = Math.max(0, ...[...sentence.matchAll(/(\d{1,4}) ?%/g)].map((match) => Number(match[1])));
          return percent > 100 && reduced.test(fold(sentence));
        });
        return about === undefined ? [] : [{ advice: 'impossiblePercent', about: about.slice(0, 120), text }];
      }),
  },
];

const free = /\b(?:grat\w+|free|cortesia|brinde|courtesy|complimentary|sin costo|sem custo|regalo)\b/;
const reduced = /\b(?:descont\w*|descuent\w*|rebaj\w*|off|discount\w*|sinal|deposit\w*|sena|anticipo)\b/;

/** Fees that a shop has only one of, unless the words beside it tell several apart. */
const singleFees = new Set<FeeKind>(
  'threshold minimum deposit cancellation late registration gift_card delivery visit parking service other extra'.split(
    ' ',
  ) as FeeKind[],
);
const needDetails = new Set<FeeKind>(['other', 'extra']);

interface Stated {
  text: OwnerText;
  about: string;
  key: string;
  amounts: string[];
  cents: Set<number>;
}

/** Two texts that state different amounts of one fee, or of one offer that has no price of its own. */
function findFeeConflicts(subject: Subject, texts: OwnerText[]): Finding[] {
  const offers = listOffers(subject);
  const stated = texts.flatMap((text) => readStated(text, offers));
  return findDiffering(
    stated,
    ({ key }) => key,
    (one, other) => one.text !== other.text && areDisjoint(one.cents, other.cents),
  ).map(([one, other]) => ({
    ...{ advice: 'twoAmounts', about: one.text.title, text: other.text },
    ...{ said: other.amounts.join(', '), known: one.amounts.join(', ') },
  }));
}

/** The amounts of a text by what they are said of; amounts of one kind, such as zones of delivery, together. */
function readStated(text: OwnerText, offers: { name: string; price: number | null }[]): Stated[] {
  const asked = readDetails(text.asked);
  const found = new Map<string, Stated>();
  for (const amount of readAmounts(text.text, offers, text.asked)) {
    const { saidOf, details } = amount;
    const own = details.filter((word) => !isWeak(word));
    const all = [...new Set([...own, ...asked])].filter((word) => saidOf?.kind !== 'fee' || word !== saidOf.fee).sort();
    const subject = saidOf?.kind === 'fee' ? saidOf.fee : saidOf?.cents.length === 0 ? saidOf.name : null;
    if (subject === null) continue;
    if (saidOf?.kind === 'fee') {
      if (!singleFees.has(saidOf.fee) || (needDetails.has(saidOf.fee) && all.length === 0)) continue;
    }
    const key = `${subject} ${amount.as} ${all.join(' ')}`;
    const entry = found.get(key) ?? { text, about: subject, key, amounts: [], cents: new Set() };
    entry.amounts.push(amount.text);
    entry.cents.add(amount.cents);
    found.set(key, entry);
  }
  return [...found.values()];
}

const isWeak = (word: string): boolean => emptyWords.has(word) || weak.has(word);

/** Words that tell no two fees apart. */
const weak = new Set(
  readWords(`
    qual quais quanto quanta como onde quando gratis gratuito gratuita fazem faz fazer existe tem ter precisa preciso posso pode podem
    cobrar pedimos pedem pede paga pagar exigimos exige qualquer compra minha nosso nossa fixa fixo unica unico custa
    cual cuales cuanto como donde cuando hacen hace hacer existe pedimos piden pide paga pagar exigimos cualquier fijo fija
    unico unica requiere necesito puedo pueden hay gratuito realizar realizamos para por mis
    what which how much does do can could would there free need require requires required ask take flat fixed my me us will
    must should charging cost costs fee is are do i ganham ganha
    appointment appointments miss cita citas horario horarios
  `),
);

/** What a question asks for in particular: fees by their kind, other words as they are. */
function readDetails(text: string): string[] {
  const words = readWords(text);
  const fees = findPatterns(words, feePatterns);
  const others = words.filter((word, at) => !isWeak(word) && !fees.some(({ from, to }) => at >= from && at < to));
  return [...fees.map(({ kind }) => kind), ...others];
}
