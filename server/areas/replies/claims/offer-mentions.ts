import { readNamingWords } from '../decide/local/words.ts';

/** What the shop sells, as the owner has configured it; `price` is null if none is set. */
export interface NamedOffer {
  name: string;
  price: number | null;
}

interface OfferMention {
  /** Of several offers the names, separated by commas, and all their prices. */
  name: string;
  names: string[];
  cents: number[];
  /** Whether the words mean these offers and hardly another thing: a whole name, or what tells one from its kin. */
  isCertain: boolean;
  from: number;
  to: number;
  isList: boolean;
}

/** Words of sizes and measures, which alone name no offer. */
const sizes = new Set(
  'grande grandes medio media medios pequena pequeno pequenas pequenos mini kg kilo quilo litro ml unidade unidad chico chica large medium small regular set kit combo mesa day dia hora hour classic tradicional completo completa simples simple especial special premium basic basico basica casa home'.split(
    ' ',
  ),
);
const joins = new Set('e y and mais mas com con with ou o or as os a la el las los the'.split(' '));
/** Words that a name may have between its own: "corte de cabelo". */
const inner = new Set('de da do del la el of a o com con with e y and the para for'.split(' '));

/** Folded plural and singular as one. */
export const stemOf = (word: string): string => {
  if (word.length < 4) return word;
  return word
    .replace(/(?:oes|aes)$/, 'ao')
    .replace(/(?:eis)$/, 'el')
    .replace(/(?:ais)$/, 'al')
    .replace(/ns$/, 'm')
    .replace(/(?:es|s|e)$/, '');
};

/**
 * Where words name offers: by their whole name, else by its first or last word ("corte" for all of "Corte masculino" and
 * "Corte feminino", whose prices then count alike). Offers that are named as one list are one mention.
 */
export function findOfferMentions(words: string[], offers: { name: string; price: number | null }[]): OfferMention[] {
  const stems = words.map(stemOf);
  const known = offers.map((offer) => ({ ...offer, stems: readNamingWords(offer.name).map(stemOf) }));
  const found: Found[] = [];
  for (let at = 0; at < words.length; ) {
    const whole = matchWhole(words, stems, at, known);
    const match = whole ?? matchPart(words, stems, at, known);
    if (match) found.push({ from: at, ...match, isCertain: whole !== null || isTold(match.offers, stems[at], known) });
    at = match ? match.to : at + 1;
  }
  return joinLists(words, found).map(({ from, to, offers, isList, isCertain }) => ({
    ...{ from, to, isList, isCertain },
    names: [...new Set(offers.map(({ name }) => name))],
    name: [...new Set(offers.map(({ name }) => name))].join(', '),
    cents: [...new Set(offers.flatMap(({ price }) => (price === null ? [] : [price])))],
  }));
}

/**
 * Whether a word tells one offer from the others: the rest of its name is what others are called too, as "Margherita" of
 * "Pizza Margherita" beside "Pizza Calabresa".
 */
function isTold([offer, ...others]: Known[], stem: string | undefined, known: Known[]): boolean {
  if (!offer || others.length > 0) return false;
  const rest = offer.stems.filter((one) => one !== stem);
  return rest.every((one) => known.some((other) => other !== offer && other.stems.includes(one)));
}

interface Found {
  from: number;
  to: number;
  offers: Known[];
  isCertain: boolean;
}

type Known = { name: string; price: number | null; stems: string[] };

/** The offers with the longest name that begins at a word; their words stand in order, with at most fillers between. */
function matchWhole(
  words: string[],
  stems: string[],
  at: number,
  known: Known[],
): { to: number; offers: Known[] } | null {
  let best: { to: number; offers: Known[]; length: number } | null = null;
  for (const offer of known) {
    if (offer.stems.length === 0 || offer.stems[0] !== stems[at]) continue;
    let next = at;
    let isWhole = true;
    for (const stem of offer.stems) {
      while (next > at && next < words.length && stems[next] !== stem && inner.has(words[next] ?? '')) next++;
      isWhole = stems[next] === stem;
      if (!isWhole) break;
      next++;
    }
    if (!isWhole) continue;
    const { length } = offer.stems;
    if (!best || length > best.length) best = { to: next, offers: [offer], length };
    else if (length === best.length) best.offers.push(offer);
  }
  if (best?.length === 1 && !isNameAlone(words[at] ?? '', best.offers)) return null;
  return best;
}

const isNameAlone = (word: string, offers: Known[]): boolean =>
  word.length >= 3 && (!sizes.has(word) || offers.some(({ stems }) => stems.length === 1));

function matchPart(
  words: string[],
  stems: string[],
  at: number,
  known: Known[],
): { to: number; offers: Known[] } | null {
  const word = words[at] ?? '';
  if (word.length < 3 || sizes.has(word) || readNamingWords(word).length === 0) return null;
  const part = known.filter((offer) => offer.stems[0] === stems[at] || offer.stems.at(-1) === stems[at]);
  return part.length === 0 ? null : { to: at + 1, offers: part };
}

/** Joins mentions with only "and", commas or articles between them. */
function joinLists(words: string[], found: Found[]): (Found & { isList: boolean })[] {
  const lists: (Found & { isList: boolean })[] = [];
  for (const mention of found) {
    const last = lists.at(-1);
    const between = last ? words.slice(last.to, mention.from) : [];
    const isNext = last !== undefined && between.length <= 2 && between.every((word) => joins.has(word));
    if (!isNext) {
      lists.push({ ...mention, isList: false });
      continue;
    }
    last.to = mention.to;
    last.offers = [...last.offers, ...mention.offers];
    last.isList = true;
    last.isCertain &&= mention.isCertain;
  }
  return lists;
}
