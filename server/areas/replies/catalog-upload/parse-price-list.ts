import { fold } from '../../../platform/database/fold.ts';
import { findPrices, type PriceToken } from './find-prices.ts';

/** One line of a price list; cells are separated by ` | `. */
export interface PriceListLine {
  text: string;
  /** Whether its letters are larger than those of most lines. */
  isLarge: boolean;
  /** Confidence of the recognised letters, 0 to 1. */
  confidence: number;
}

/** An item as read from the list. */
export interface ProposedItem {
  name: string;
  description: string | null;
  priceCents: number;
  category: string | null;
  /** Probability that all fields are right, 0 to 1. */
  confidence: number;
}

const longest = { name: 150, description: 1000, category: 100 };
/** Confidence by the evidence for a price, and the factor for each guess. */
const trust = { currency: 0.95, decimals: 0.85, place: 0.65 };
const guess = { nameAbove: 0.8, noLabel: 0.6, category: 0.95, shortName: 0.5 };

const size =
  /^\(?(?:pp|p|m|g|gg|xg|s|l|xl|un|und|unid|unidade|broto|pequen[oa]|medi[oa]|median[oa]|grande|gigante|familia|inteir[oa]|mei[oa]|simples|dupl[oa]|copo|taca|jarra|garrafa|lata|dose|porcao|small|medium|large|regular|half|full|single|double|glass|bottle|pint|can|chic[oa]|mitad|enter[oa]|vaso|copa|botella|porcion|individual|kg|\d+(?:[.,]\d+)?\s?(?:ml|cl|l|g|kg|cm|un|oz)?)\)?$/;
const oldPriceBefore = /\s(?:de|from|antes|was|era)(?:\s*:)?\s*$/i;
const newPriceAfter = /^(?:por|now|ahora|a|to)$/i;
const bullet = /^\s*(?:[-–—*•▪◦‣·►>]+|\(?\d{1,3}[.)º°](?!\d))\s*/u;
const edges = /^[\s.…_·|:;,=)–—-]+|(?<![\s.…_·|:;,=(–—-])[\s.…_·|:;,=(–—-]+$/gu;
const longestCategoryWords = 4;

/**
 * Parses the items of a price list: `name … price`, several sizes in a line or in columns under headings, the price
 * before the name or on its own line below it. Lines without a price are categories if they are headings, else
 * descriptions. Pure; accepts any text.
 */
export function parsePriceList(lines: PriceListLine[]): ProposedItem[] {
  const reader = new PriceListReader();
  for (const [index, { text, ...line }] of lines.entries()) {
    reader.read({ ...line, text: oneLine(text) }, oneLine(lines[index + 1]?.text ?? ''));
  }
  return reader.finish();
}

class PriceListReader {
  readonly #items: ProposedItem[] = [];
  #category: string | null = null;
  #isCategoryGuessed = false;
  /**
   * A heading with nothing below it yet, and the previous category; it may turn out to be the name for the next price.
   */
  #heading: { line: PriceListLine; before: string | null } | null = null;
  /** Lines since the last item or heading: its description, or the name and description for a price below. */
  #open: PriceListLine[] = [];
  #columns: string[] = [];

  read(line: PriceListLine, next: string): void {
    const prices = findPrices(line.text);
    if (prices.length > 0) this.#readPriced(line, prices);
    else if (isColumnHeader(line.text)) this.#columns = line.text.split(' | ').map(tidy);
    else if (/\p{L}{2}/u.test(line.text)) this.#readUnpriced(line, next);
  }

  finish(): ProposedItem[] {
    this.#closeOpen();
    return this.#items;
  }

  #readUnpriced(line: PriceListLine, next: string): void {
    const isHeading = line.isLarge || isShout(line.text) || line.text.endsWith(':');
    const isGuessed = !isHeading && looksLikeCategory(line.text) && nameOf(next) !== '';
    if (!isHeading && !isGuessed) {
      this.#open.push(line);
      this.#heading = null;
      return;
    }
    this.#closeOpen();
    this.#heading = { line, before: this.#category };
    this.#category = cut(tidy(line.text), longest.category);
    this.#isCategoryGuessed = isGuessed;
    this.#columns = [];
  }

  #readPriced(line: PriceListLine, all: PriceToken[]): void {
    const { text, prices } = withoutOldPrice(line.text, all);
    const offers = readOffers(text, prices, this.#columns);
    if (offers.length > 0) {
      this.#closeOpen();
      for (const offer of offers) this.#add(offer, line.confidence * offer.trust);
    } else if (prices[0]) this.#addBelowName(prices[0], line.confidence);
    this.#heading = null;
  }

  /** Handles a price on its own line: the first line since the last item is the name, the lines between describe it. */
  #addBelowName(price: PriceToken, confidence: number): void {
    const [name, ...rest] = this.#open;
    this.#open = [];
    const line = name ?? this.#heading?.line;
    if (!line) return;
    if (!name && this.#heading) this.#category = this.#heading.before;
    const trusted = confidence * line.confidence * trust[price.mark] * guess.nameAbove;
    this.#add({ name: tidy(line.text), cents: price.cents }, trusted);
    this.#open = rest;
    this.#closeOpen();
  }

  #add({ name, cents }: { name: string; cents: number }, trusted: number): void {
    const isShort = (name.match(/\p{L}/gu)?.length ?? 0) < 3;
    const doubt = (isShort ? guess.shortName : 1) * (this.#isCategoryGuessed ? guess.category : 1);
    const confidence = Math.round(trusted * doubt * 100) / 100;
    const place = { description: null, category: this.#category || null };
    if (hasLetters(name)) this.#items.push({ name: cut(name, longest.name), ...place, priceCents: cents, confidence });
  }

  /** Makes the open lines the description of the last item. */
  #closeOpen(): void {
    const last = this.#items.at(-1);
    const text = this.#open.map((line) => tidy(line.text)).join(' ');
    if (last && text !== '') last.description ??= cut(text, longest.description);
    this.#open = [];
  }
}

interface Offer {
  name: string;
  cents: number;
  trust: number;
}

/** The offers in one line; none if it has no name. */
function readOffers(text: string, prices: PriceToken[], columns: string[]): Offer[] {
  const between = prices.map(({ start }, index) => tidy(text.slice(prices[index - 1]?.end ?? 0, start)));
  const behind = tidy(text.slice(prices.at(-1)?.end));
  const isBefore = hasLetters(between[0] ?? '');
  const name = (isBefore ? between[0] : behind) ?? '';
  if (!hasLetters(name)) return [];
  if (prices.length === 1) return [offer(name, prices[0] as PriceToken)];
  const own = splitSize(name);
  // In `R$ 30 (P) R$ 40 (G)` the size follows its price.
  const labels =
    isBefore && own.size === '' && isSize(behind) ? [...between.slice(1), behind] : [own.size, ...between.slice(1)];
  const isLabelled = labels.some((label) => label !== '');
  const isTable = !isLabelled && columns.length >= prices.length;
  let base = own.name;
  return prices.map((price, index) => {
    const label = (isTable ? columns.at(index - prices.length) : labels[index]) ?? '';
    // The line holds two menu columns side by side.
    if (!isTable && hasLetters(label) && !isSize(label)) {
      const other = splitSize(label);
      base = other.name;
      return offer([base, other.size].filter(Boolean).join(' '), price);
    }
    if (label === '') return isLabelled ? offer(base, price) : offer(`${base} (${index + 1})`, price, guess.noLabel);
    return offer(`${base} ${label.replaceAll(/^\(|\)$/g, '')}`, price);
  });
}

const offer = (name: string, price: PriceToken, doubt = 1): Offer => ({
  name,
  cents: price.cents,
  trust: trust[price.mark] * doubt,
});

/** Removes an old price: `de R$ 50 por R$ 40` costs 40. */
function withoutOldPrice(text: string, prices: PriceToken[]): { text: string; prices: PriceToken[] } {
  const [old, now] = prices;
  const isReduced = old && now && newPriceAfter.test(tidy(text.slice(old.end, now.start)));
  if (!isReduced) return { text, prices };
  const before = ` ${text.slice(0, old.start)}`.replace(oldPriceBefore, ' ').trimStart();
  const rest = before + text.slice(now.start);
  return { text: rest, prices: findPrices(rest) };
}

const oneLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
const tidy = (text: string): string => text.replace(bullet, '').replaceAll(edges, '').replaceAll(' | ', ', ').trim();
const cut = (text: string, length: number): string => text.slice(0, length).trim().toWellFormed();
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
const isSize = (text: string): boolean => size.test(fold(text).trim());

/** The size at the end of a name, such as the `P` of `Margherita P`. */
function splitSize(text: string): { name: string; size: string } {
  const space = text.search(/\s\S*$/);
  // Within one word, the first dash or comma separates name and size.
  const end = space >= 0 ? space : text.search(/[,–—-]/);
  const last = text.slice(Math.max(end, 0)).replace(/^[\s,–—-]+/, '');
  return end > 0 && last !== '' && isSize(last)
    ? { name: tidy(text.slice(0, end)), size: last }
    : { name: text, size: '' };
}

/** The name before the price in a line; empty if there is none. */
function nameOf(line: string): string {
  const [price] = findPrices(line);
  const name = price ? tidy(line.slice(0, price.start)) : '';
  return hasLetters(name) ? name : '';
}

/** Whether a line heads price columns, such as `Pizza | P | M | G`. */
const isColumnHeader = (text: string): boolean => {
  const cells = text.split(' | ').map(tidy);
  return cells.length > 1 && cells.slice(1).every(isSize);
};

/** Whether a text is a short line in capitals. */
const isShout = (text: string): boolean =>
  text.length <= longest.category && /\p{Lu}{3}/u.test(text) && text === text.toUpperCase();

/** Whether a text is a few words with an initial capital and no punctuation, such as `Sucos naturais`. */
const looksLikeCategory = (text: string): boolean =>
  /^\p{Lu}[^,.;:!?]*$/u.test(text) && text.split(' ').length <= longestCategoryWords;
